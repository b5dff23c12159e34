import type { MedusaContainer } from "@medusajs/framework/types"
import { MathBN, Modules } from "@medusajs/framework/utils"
import type { RefundRequestRow } from "../../../modules/instalments/ledger/rows"
import { readBooks, type Books } from "./read-books"
import { amountOf, refundTransactions } from "./refund-transactions"
import { correctTotals } from "./correct-totals"

/** Medusa's generated methods that its types of the modules leave out. */
type Refunds = { deleteRefunds(ids: string[]): Promise<void> }
type CreditLines = { deleteOrderCreditLines(ids: string[]): Promise<void> }

/** Which refund is undone; `amount` is integer cents. */
type Undone = Pick<RefundRequestRow, "payment_id" | "refund_id" | "amount">

/**
 * Takes a refund that did not happen out of Medusa's books: the refund, its
 * order transaction and its credit line; then the totals are what they were
 * before. Every part is only done if it is still to do, so a run that was
 * killed is simply run again. The order's own status is left alone. Answers the
 * books as they were before, null when the payment has no order.
 */
export async function undoRefund(
  row: Undone,
  container: MedusaContainer
): Promise<Books | null> {
  const { payment_id, refund_id, amount } = row
  if (!payment_id || !refund_id) {
    return null
  }
  const books = await readBooks(payment_id, container)
  if (books) {
    const orders = container.resolve(Modules.ORDER)
    const transactions = refundTransactions(
      { payment_id, refund_id, amount },
      books
    )
    const isItsAmount = amountOf({ refund_id, amount }, books)
    const credit = creditOf(isItsAmount, transactions, books)
    if (credit) {
      const lines = orders as unknown as CreditLines
      await lines.deleteOrderCreditLines([credit])
    }
    if (transactions.length > 0) {
      await orders.deleteOrderTransactions(transactions.map(({ id }) => id))
    }
  }
  const payments = container.resolve(Modules.PAYMENT) as unknown as Refunds
  await payments.deleteRefunds([refund_id])
  if (books) {
    await correctTotals(books.id, container)
  }
  return books
}

/**
 * The credit line that stands for this refund. Medusa links none to it and
 * gives them new ids with every change, so one of the same amount is taken:
 * they are as good as each other. It is there only while the credit exceeds
 * what the other refunds account for.
 */
function creditOf(
  isItsAmount: ReturnType<typeof amountOf>,
  own: Books["transactions"],
  books: Books
): string | undefined {
  const others = books.transactions.filter(
    (entry) =>
      entry.reference === "refund" &&
      !own.includes(entry) &&
      isItsAmount(MathBN.abs(entry.amount))
  )
  const alike = books.credit_lines.filter(({ amount }) => isItsAmount(amount))
  return alike.length > others.length ? alike[0]?.id : undefined
}
