import { completeUnsettled } from "../integration-tests/harness/complete-unsettled"
import { readCallback } from "../src/modules/instalments/callback/parse-callback"
import type { Figure } from "./support/figure"
import { median, timed } from "./support/median"
import { countStatements } from "../integration-tests/harness/count-statements"
import type { BenchStore } from "./support/boot"
import { beginInRealTime } from "./support/real-time"
import { byBuiltInHook } from "./support/built-in-hook"
import { paidCallback } from "../integration-tests/harness/paid-callback"

const ROUNDS = 15
const WARM_UP = 3
/** The statements that may be added to a completion. */
const MOST_BEYOND = 12

type Side = { ms: number; statements: number }

/**
 * From the callback's arrival to its answer, which says that the order is
 * placed. Compared with core's completion of such a cart, and with Medusa's
 * own hook and a provider that does nothing.
 */
export async function callbackToOrder(store: BenchStore): Promise<Figure[]> {
  await beginInRealTime(store)
  const ours: Side[] = []
  const bare: Side[] = []
  const hook: (Side & { working: number })[] = []
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    ours.push(await byCallback(store))
    bare.push(await byCompletion(store))
    hook.push(await byBuiltInHook(store))
  }
  const ms = (sides: Side[]) => middle(sides, ({ ms }) => ms)
  const statements = (sides: Side[]) =>
    middle(sides, ({ statements }) => statements)
  const beyond = statements(ours) - statements(bare)
  const working = middle(hook, (side) => side.working)
  const what = "callback received → order placed and answered"
  const value = `${ms(ours).toFixed(0)} ms`
  return [
    {
      what,
      value,
      against: `core's completion of a cart known to be paid: ${ms(bare).toFixed(0)} ms`,
      ratio: ms(ours) / ms(bare),
      aim: { atMost: 1.15 },
    },
    {
      what: "statements for it",
      value: String(statements(ours)),
      against: `that completion: ${statements(bare)}`,
      ratio: statements(ours) / statements(bare),
    },
    {
      what: "statements for it beyond that completion",
      value: String(beyond),
      against: `${MOST_BEYOND}`,
      ratio: beyond / MOST_BEYOND,
      aim: { atMost: 1 },
    },
    {
      what,
      value,
      against: `Medusa's hook and a provider that does nothing, its wait included: ${ms(hook).toFixed(0)} ms`,
      ratio: ms(ours) / ms(hook),
    },
    {
      what,
      value,
      against: `the same without its wait: ${working.toFixed(0)} ms and ${statements(hook)} statements`,
      ratio: ms(ours) / working,
    },
  ]
}

const middle = <T>(sides: T[], value: (side: T) => number) =>
  median(sides.slice(WARM_UP).map(value))

async function byCallback(store: BenchStore): Promise<Side> {
  const { reference, cartId } = await store.beginCheckout()
  const side = await measured(store, () =>
    store.deliver(paidCallback(reference))
  )
  await expectPlaced(store, reference, cartId)
  return side
}

async function byCompletion(store: BenchStore): Promise<Side> {
  const { reference, cartId } = await store.beginCheckout()
  const body = Buffer.from(JSON.stringify(paidCallback(reference)))
  await store.ledger.callbacks.record(readCallback(body)!)
  return measured(store, () => completeUnsettled(store, cartId))
}

async function measured(
  { ledger }: BenchStore,
  work: () => Promise<unknown>
): Promise<Side> {
  const { answer, statements } = await countStatements(ledger["db"], () =>
    timed(work)
  )
  return { ms: answer, statements }
}

async function expectPlaced(
  { ledger }: BenchStore,
  reference: string,
  cartId: string
) {
  const { outcome } = await ledger.retrieveCheckout(reference)
  if (outcome !== "placed") {
    throw new Error(`The payment of cart ${cartId} is ${outcome}.`)
  }
}
