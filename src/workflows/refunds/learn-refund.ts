import { refundLookPause } from "../../modules/instalments/domain/pauses"
import type { RefundRequestRow } from "../../modules/instalments/ledger/rows"
import { serviceStatus } from "../../modules/instalments/refunds/send-refund"
import type { InstalmentsModuleService } from "../../modules/instalments/service"

/**
 * Writes what the service says of a refund request and when to ask again.
 * `complete` after `failed` is believed; `failed` after `complete` is held for
 * a person: money was said to be back.
 */
export async function learnRefund(
  ledger: InstalmentsModuleService,
  row: RefundRequestRow,
  word: string
): Promise<RefundRequestRow> {
  const { id, looks } = row
  const now = ledger.now()
  const { status, service_status } = serviceStatus(word)
  if (row.status === "complete" && status !== "complete") {
    return ledger.updateRefundRequests({
      id,
      service_status,
      look_after: null,
      held_reason: `The service said complete and now says ${word}. Ask its support.`,
    })
  }
  const over = status === "complete" || status === "failed"
  const finished_at = over ? (row.finished_at ?? new Date(now)) : null
  const pause = refundLookPause(looks + 1)
  // An end is looked at once more, as ends have been seen to change.
  const lastLook = over && row.status === status
  return ledger.updateRefundRequests({
    id,
    status,
    service_status,
    finished_at,
    looks: looks + 1,
    look_after: lastLook ? null : new Date(now + pause),
  })
}
