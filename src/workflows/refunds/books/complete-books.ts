import type { MedusaContainer } from "@medusajs/framework/types"
import { MathBN, Modules } from "@medusajs/framework/utils"
import { fromCents } from "../../../modules/instalments/domain/money"
import type { RefundRequestRow } from "../../../modules/instalments/ledger/rows"
import { addMissingCredit } from "./add-missing-credit"
import { clearLeftovers } from "./clear-leftovers"
import { readBooks } from "./read-books"
import { rewriteTotals } from "./rewrite-totals"

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
  if (!row.payment_id || !row.refund_id) {
    return true
  }
  const [refund] = await container
    .resolve(Modules.PAYMENT)
    .listRefunds({ id: row.refund_id })
  if (!refund) {
    return false
  }
  const books = await readBooks(row.payment_id, container)
  if (!books) {
    return true
  }
  const cleared = await clearLeftovers(books, container)
  const booked = books.transactions.some(
    ({ reference_id }) => reference_id === row.refund_id
  )
  if (!booked) {
    await container.resolve(Modules.ORDER).addOrderTransactions({
      order_id: books.id,
      amount: MathBN.mult(fromCents(row.amount), -1),
      currency_code: books.currency_code,
      reference: "refund",
      reference_id: row.refund_id,
    })
  }
  const credited = await addMissingCredit(books.id, container)
  if (cleared || credited || !booked) {
    await rewriteTotals(books.id, container)
  }
  return true
}
