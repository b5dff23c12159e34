import { PROVIDER_ID } from "../src/modules/instalments/name"
import type { Figure } from "./support/figure"
import { median, timed } from "./support/median"
import { countStatements } from "../integration-tests/harness/count-statements"
import type { BenchStore } from "./support/boot"
import { beginInRealTime } from "./support/real-time"

const WARM_UP = 3
const ROUNDS = 40
/** Medusa's own provider, which does nothing. */
const NOTHING = "pp_system_default"

/**
 * A shopper chooses how to pay: the whole request with instalments, whose service
 * answers at once here, and with Medusa's own provider. The two take turns.
 */
export async function choosingInstalments(
  store: BenchStore
): Promise<Figure[]> {
  await beginInRealTime(store)
  const ours: Chosen[] = []
  const bare: Chosen[] = []
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    ours.push(await choose(store, PROVIDER_ID))
    bare.push(await choose(store, NOTHING))
  }
  const ms = (all: Chosen[]) => median(all.slice(WARM_UP).map(({ ms }) => ms))
  const statements = (all: Chosen[]) =>
    median(all.slice(WARM_UP).map(({ statements }) => statements))
  return [
    {
      what: "POST …/payment-sessions with instalments",
      value: `${ms(ours).toFixed(1)} ms`,
      against: `the same with ${NOTHING}: ${ms(bare).toFixed(1)} ms`,
      ratio: ms(ours) / ms(bare),
      aim: { atMost: 1.25 },
    },
    {
      what: "statements for it",
      value: String(statements(ours)),
      against: `the same with ${NOTHING}: ${statements(bare)}`,
      ratio: statements(ours) / statements(bare),
    },
  ]
}

type Chosen = { ms: number; statements: number }

async function choose(store: BenchStore, provider_id: string): Promise<Chosen> {
  const cart_id = await store.fillCart()
  const found = await store.post("/store/payment-collections", { cart_id })
  const { id } = found.data.payment_collection
  const path = `/store/payment-collections/${id}/payment-sessions`
  const { answer, statements } = await countStatements(store.db, () =>
    timed(async () => {
      const { status } = await store.post(path, { provider_id })
      if (status !== 200) {
        throw new Error(`${provider_id} could not be chosen: ${status}.`)
      }
    })
  )
  return { ms: answer, statements }
}
