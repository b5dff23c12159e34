import type { RefundRequestRow } from "../ledger/rows"

/** Why a refund request is over, for the middle of a sentence. */
export function whyItEnded({
  last_error,
}: Pick<RefundRequestRow, "last_error">): string {
  return (last_error ?? "the service gives no reason").replace(/\.$/, "")
}
