import { MathBN } from "@medusajs/framework/utils"
import { fromCents } from "../../../modules/instalments/domain/money"
import type { Books } from "./read-books"

/**
 * The transactions of an order that stand for a refund. Core names the refund
 * in them; when it is the order's cancellation that refunds, the payment.
 */
export function refundTransactions(
  refund: { refund_id: string; payment_id: string; amount: number },
  { transactions }: Books
): Books["transactions"] {
  const own = transactions.filter(
    ({ reference_id }) => reference_id === refund.refund_id
  )
  if (own.length > 0) {
    return own
  }
  const amount = fromCents(refund.amount)
  return transactions.filter(
    (entry) =>
      entry.reference === "refund" &&
      entry.reference_id === refund.payment_id &&
      MathBN.eq(MathBN.abs(entry.amount), amount)
  )
}
