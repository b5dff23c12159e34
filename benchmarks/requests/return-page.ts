import type { Figure } from "../figure"
import { quantile } from "../measure/median"
import type { BenchStore } from "../store/boot"
import { beginInVirtualTime } from "../store/virtual-time"

const SECOND = 1_000
const MINUTE = 60 * SECOND
const ROUNDS = 8
const AIM_MS = 10 * SECOND
const BY_ID = "GET /api/checkouts/:id"
/** As `src/storefront/wait-for-result.ts` looks, a module that cannot be required here. */
const PAUSES = { first: SECOND, growth: 1.5, longest: 10 * SECOND }
const TIMEOUT_MS = 3 * MINUTE

/** When a shopper looks at the return page unpaid, and pays, in seconds from the opening. */
const SHOPPERS = [
  { looks: [], pays: 3 },
  { looks: [], pays: 120 },
  { looks: [40], pays: 41 },
  { looks: [40, 110], pays: 112 },
]

/**
 * Shoppers who have paid, whose callback is lost, and who wait on the return page:
 * how long until they are told their order, in virtual time. One comes in a minute
 * and a half, so that the limit has room for each and for another.
 */
export async function returnPage(store: BenchStore): Promise<Figure[]> {
  await beginInVirtualTime(store)
  await store.ledger.config.refresh()
  const { sandbox } = store
  sandbox.set({ callbacks: { mode: "never" } })
  sandbox.journal.clear()
  const waits: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    for (const shopper of SHOPPERS) {
      waits.push(await payAndWait(store, shopper))
      await sandbox.advance(1.5 * MINUTE)
    }
  }
  const { counts, violations } = sandbox.journal
  const figure = (name: string, share: number): Figure => {
    const ms = quantile(waits, share)
    return {
      what: `paid, the callback lost → the return page has the order, ${name}`,
      value: `${(ms / SECOND).toFixed(1)} s`,
      against: `the aim: ${AIM_MS / SECOND} s`,
      ratio: ms / AIM_MS,
      aim: { atMost: 1 },
      note: `${waits.length} shoppers, of whom half had looked before they paid; ${counts[BY_ID]} fetches, ${violations[BY_ID] ?? 0} answered 429`,
    }
  }
  return [figure("p50", 0.5), figure("p99", 0.99)]
}

async function payAndWait(
  store: BenchStore,
  { looks, pays }: (typeof SHOPPERS)[number]
): Promise<number> {
  const { sandbox } = store
  const { reference, sessionId } = await store.beginCheckout()
  const begin = sandbox.now()
  const at = (seconds: number) =>
    sandbox.advance(Math.max(0, begin + seconds * SECOND - sandbox.now()))
  const look = async (): Promise<string | null> => {
    const path = `/store/instalments/payment-sessions/${sessionId}`
    return (await store.get(path)).data.payment.order_id
  }
  for (const seconds of looks) {
    await at(seconds)
    await look()
  }
  await at(pays)
  await sandbox.pay(reference)
  const paid = sandbox.now()
  for (let ms = PAUSES.first; !(await look());) {
    if (sandbox.now() - paid > TIMEOUT_MS) {
      throw new Error(`The payment ${reference} has no order.`)
    }
    await sandbox.advance(ms)
    ms = Math.min(ms * PAUSES.growth, PAUSES.longest)
  }
  return sandbox.now() - paid
}
