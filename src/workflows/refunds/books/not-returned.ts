import { moneyInWords } from "../../../modules/instalments/domain/money"
import type { RefundRequestRow } from "../../../modules/instalments/ledger/rows"
import { whyItEnded } from "../../../modules/instalments/refunds/why-it-ended"

/** What a person is told of a cancelled order whose money did not go back. */
export function notReturned(
  row: Pick<RefundRequestRow, "amount" | "currency" | "last_error">
): string {
  const money = moneyInWords(row.amount, row.currency)
  return `The order was cancelled, but ${money} of it could not be refunded: ${whyItEnded(row)}. Nothing went back to the shopper. Return the money again under Needs attention once that is possible, or in another way.`
}
