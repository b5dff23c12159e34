import type { Figure } from "./support/figure"
import { quantile } from "./support/median"
import type { BenchStore } from "./support/boot"
import { beginInVirtualTime } from "../integration-tests/more/drains/virtual-time"

const REFUNDS = 40
const WARM_UP = 2
const SECOND = 1_000
const AIM_MS = 2 * SECOND
const DAY = 24 * 60 * 60 * SECOND
const POLL_MS = 2

/**
 * From a merchant's click on _Refund_ until the service has the refund request, with
 * nothing in its way: core's books, their release and the sending, and no job.
 */
export async function refundToService(store: BenchStore): Promise<Figure[]> {
  await beginInVirtualTime(store)
  await store.ledger.config.refresh()
  const bought = []
  for (let nth = 0; nth < WARM_UP + REFUNDS; nth++) {
    bought.push(await store.buy())
  }
  // Those of the purchase day would wait for the next one.
  await store.sandbox.advance(2 * DAY)
  const waits: number[] = []
  for (const { payment } of bought) {
    waits.push(await refund(store, payment.id))
    // The limit of one a second is free again for the next one.
    await store.sandbox.advance(2 * SECOND)
  }
  const measured = waits.slice(WARM_UP)
  const figure = (name: string, share: number): Figure => {
    const ms = quantile(measured, share)
    return {
      what: `_Refund_ clicked → the service has the refund request, ${name}`,
      value: `${(ms / SECOND).toFixed(2)} s`,
      against: `the aim: ${AIM_MS / SECOND} s`,
      ratio: ms / AIM_MS,
      aim: { atMost: 1 },
      note: `${REFUNDS} refunds, one after another, and no job`,
    }
  }
  return [figure("p50", 0.5), figure("p99", 0.99)]
}

/** Milliseconds until the service has it; waiting for the limit counts as well. */
async function refund(store: BenchStore, payment: string): Promise<number> {
  const { sandbox, ledger } = store
  const before = sandbox.refundRequests.size
  const from = sandbox.now()
  const answer = store.api.post(
    `/admin/payments/${payment}/refund`,
    { amount: 100 },
    { headers: store.admin }
  )
  while (sandbox.refundRequests.size === before) {
    if (sandbox.now() - from > 60 * SECOND) {
      throw new Error(`The refund of payment ${payment} was not sent.`)
    }
    await poll()
  }
  const waited = sandbox.now() - from
  await answer
  // What is still being written would be in the next benchmark's emptied ledger.
  while (
    (await ledger.listRefundRequests({ refund_request_id: null })).length
  ) {
    await poll()
  }
  return waited
}

const poll = () => new Promise((done) => setTimeout(done, POLL_MS))
