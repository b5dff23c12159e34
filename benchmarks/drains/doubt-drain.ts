import {
  submitRefundsWorkflow,
  trackRefundsWorkflow,
} from "../../src/workflows"
import type { Figure } from "../figure"
import type { BenchStore } from "../store/boot"
import { beginInVirtualTime } from "../store/virtual-time"
import { everyMinute } from "./every-minute"

const OTHERS = 50_000
const A_PAGE = 100
const AIM_MINUTES = 10
const HOUR = 60 * 60_000
const DAY = 24 * HOUR
const LISTED = "GET /api/refunds"
/** Of R 1 399,55: more than half, so that the service accepts no second one. */
const AMOUNT = 1_000

/**
 * A refund whose answer was lost, in an account with fifty thousand refunds that the
 * service lists newest first: how long until it is known what became of it, in
 * virtual time. They were read once before, as the hourly reading does.
 */
export async function doubtDrain(store: BenchStore): Promise<Figure[]> {
  const { sandbox, ledger, container } = store
  await beginInVirtualTime(store)
  await ledger.config.refresh()
  sandbox.set({ refunds: { order: "newest_first" } })
  for (let i = OTHERS; i > 0; i--) {
    sandbox.refundRequests.set(`others-${i}`, {
      ...{ id: `others-${i}`, checkout_id: `of-others-${i}` },
      ...{ amount: 10_050, currency: "ZAR", status: "complete" as const },
      created_at: new Date(sandbox.now() - i * HOUR).toISOString(),
      next_move_at: null,
    })
  }
  const job = async () => {
    await submitRefundsWorkflow(container).run()
    await trackRefundsWorkflow(container).run()
  }
  const pages = () => sandbox.journal.counts[LISTED] ?? 0
  sandbox.journal.clear()
  const whole = await everyMinute(
    store,
    job,
    async () => pages() === OTHERS / A_PAGE
  )

  const { payment } = await store.buy()
  await sandbox.advance(2 * DAY)
  sandbox.fault({
    ...{ path: "/api/refunds", method: "POST" },
    ...{ kind: "lost_answer", times: 1 },
  })
  await store.adminPost(`/admin/payments/${payment.id}/refund`, {
    amount: AMOUNT,
  })
  sandbox.journal.clear()
  const inDoubt = async () =>
    (await ledger.listRefundRequests({ status: "in_doubt" })).length
  if ((await inDoubt()) !== 1) {
    throw new Error("The refund is not in doubt, so nothing was measured.")
  }
  const minutes = await everyMinute(
    store,
    job,
    async () => (await inDoubt()) === 0
  )
  const sent = [...sandbox.refundRequests.values()].slice(OTHERS)
  if (sent.length !== 1) {
    throw new Error(`It was sent ${sent.length} times.`)
  }
  return [
    {
      what: `a refund's answer is lost, among ${OTHERS} others → known what became of it`,
      value: `${minutes.toFixed(1)} minutes`,
      against: `the aim: ${AIM_MINUTES} minutes`,
      ratio: minutes / AIM_MINUTES,
      aim: { atMost: 1 },
    },
    {
      what: "the same",
      value: `${minutes.toFixed(1)} minutes`,
      against: `the list read to its end: ${whole.toFixed(1)} minutes`,
      ratio: minutes / whole,
    },
    {
      what: "pages of the list for it",
      value: String(pages()),
      against: `all of them: ${OTHERS / A_PAGE}`,
      ratio: pages() / (OTHERS / A_PAGE),
    },
  ]
}
