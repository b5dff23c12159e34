import type { RefundRequestRow } from "../ledger/rows"

/** Whether a refund request has ended without returning money. */
export function isOver(status: RefundRequestRow["status"]): boolean {
  return status === "failed" || status === "refused"
}
