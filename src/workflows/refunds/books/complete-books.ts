import type { MedusaContainer } from "@medusajs/framework/types"
import { MathBN, Modules } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../../../modules/instalments"
import type { RefundRequestRow } from "../../../modules/instalments/ledger/rows"
import type { InstalmentsModuleService } from "../../../modules/instalments/service"
import { addMissingCredit } from "./add-missing-credit"
import { clearLeftovers } from "./clear-leftovers"
import { readBooks } from "./read-books"
import { refundTransactions, unclaimed } from "./refund-transactions"
import { correctTotals } from "./correct-totals"

/**
 * Books what Medusa has not of a refund that stands: a process that was killed,
 * or refunds asked for at once, leave the order's transaction or the credit
 * line out, or book a transaction twice. Answers false when Medusa holds no such
 * refund at all.
 */
export async function completeBooks(
  row: RefundRequestRow,
  container: MedusaContainer
): Promise<boolean> {
  const { reference, payment_id, refund_id, amount } = row
  if (!payment_id || !refund_id) {
    return true
  }
  const [refund] = await container
    .resolve(Modules.PAYMENT)
    .listRefunds({ id: refund_id })
  if (!refund) {
    return false
  }
  const books = await readBooks(payment_id, container)
  if (!books) {
    return true
  }
  const ledger: InstalmentsModuleService = container.resolve(INSTALMENTS_MODULE)
  for (const amount of unclaimed(payment_id, books)) {
    // Core refused it before it asked: refunds met. The next run sees to it.
    await ledger.recordRefusal(
      { reference, amount, payment_id, reason: "merchant" },
      "Another refund of this payment was made at the same time."
    )
  }
  await clearLeftovers(books, container)
  const booked = refundTransactions({ payment_id, refund_id, amount }, books)
  if (booked.length === 0) {
    await container.resolve(Modules.ORDER).addOrderTransactions({
      order_id: books.id,
      amount: MathBN.mult(refund.amount, -1),
      currency_code: books.currency_code,
      reference: "refund",
      reference_id: refund_id,
    })
  }
  await addMissingCredit(books.id, container)
  await correctTotals(books.id, container)
  return true
}
