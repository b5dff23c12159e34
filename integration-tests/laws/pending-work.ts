import { z } from "@medusajs/framework/zod"
import type { RefundRequestRow } from "../../src/modules/instalments/ledger/rows"
import { isOver } from "../../src/modules/instalments/refunds/state"
import type { Scene } from "./scene"

const audit = z.object({
  deliveries: z.array(
    z.object({
      checkout_id: z.string(),
      next_attempt_at: z.number().nullable(),
      outcome: z.string(),
    })
  ),
})

/**
 * The work that has not ended, in words, and the moments at which something is
 * due.
 */
export async function pendingWork({
  store,
}: Scene): Promise<{ open: string[]; due: number[] }> {
  const { sandbox, ledger } = store
  const checkouts = (await ledger.listCheckouts({}, { take: 1000 })).filter(
    ({ outcome, next_check_at }) => outcome === "open" || next_check_at
  )
  const refunds = (await ledger.listRefundRequests({}, { take: 1000 })).filter(
    // One that has ended is checked for a week more; it is not open.
    (row) => (isUnderWay(row.status) && !row.held_reason) || !areBooksDone(row)
  )
  const answer = await fetch(`${sandbox.url}/sandbox/callbacks`)
  const { deliveries } = audit.parse(await answer.json())
  const waiting = deliveries.filter((one) => one.outcome === "under_way")
  const moving = [...sandbox.refundRequests.values()].filter(
    ({ next_move_at }) => next_move_at !== null
  )
  return {
    open: [
      ...checkouts.map(
        (row) => `checkout ${row.id} (${row.status}, ${row.outcome})`
      ),
      ...refunds.map(
        (row) =>
          `refund request ${row.id} (${row.status}) ${row.books_error ?? ""}`
      ),
      ...waiting.map((one) => `callback of ${one.checkout_id}`),
      ...moving.map((one) => `refund ${one.id} at the service`),
    ],
    due: [
      ...checkouts.map(({ next_check_at }) => next_check_at?.getTime()),
      ...refunds.flatMap(({ next_check_at, send_after, status }) => [
        next_check_at?.getTime(),
        status === "scheduled" ? send_after.getTime() : undefined,
      ]),
      ...waiting.map(({ next_attempt_at }) => next_attempt_at),
      ...moving.map(({ next_move_at }) => next_move_at),
    ].filter((at) => at != null),
  }
}

function isUnderWay(status: string) {
  return !["complete", "failed", "refused", "withdrawn"].includes(status)
}

/** Whether Medusa's books were found to be right about a refund request. */
function areBooksDone(row: RefundRequestRow): boolean {
  const mark = isOver(row.status) ? row.undone_at : row.booked_at
  return !row.refund_id || mark !== null
}
