import {
  howItEnded,
  isOver,
} from "../../../../modules/instalments/refunds/state"
import type { FoundRefundRequest } from "../../../../modules/instalments/reports/refund-requests"

/** Why a refund request is not retried, and what a person does instead. */
export function whyNoRetry(row: FoundRefundRequest): string {
  const { id, status } = row
  if (status === "in_doubt" || status === "sending") {
    return `Refund request ${id} is being looked up in the service's list; it is sent again by itself if it is not there.`
  }
  if (!isOver(status)) {
    return `Refund request ${id} is ${status}; only one that is over in vain can be retried.`
  }
  if (row.left <= 0) {
    return `Nothing is left to return: the money of refund request ${id} has been asked for again already.`
  }
  return row.refund_id && !row.undone_at
    ? `Refund request ${id} ${howItEnded(status)}, and Medusa's books are being put back. Refund again from the order's page in a minute.`
    : `Refund request ${id} ${howItEnded(status)}, and Medusa's books do not hold it any more. Refund again from the order's page.`
}
