import { createOrderCreditLinesWorkflow } from "@medusajs/medusa/core-flows"
import type { BigNumberInput, MedusaContainer } from "@medusajs/framework/types"
import { MathBN, Modules } from "@medusajs/framework/utils"
import { fromCents } from "../../../modules/instalments/domain/money"
import type { RefundRequestRow } from "../../../modules/instalments/ledger/rows"
import { readBooks, readOrderBooks } from "./read-books"

/**
 * Books what Medusa has not of a refund that stands: a process that was killed,
 * or refunds asked for at once, leave the order's transaction or the credit
 * line out. Answers false when Medusa holds no such refund at all.
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
  await addMissingCredit(books.id, container)
  return true
}

/** An order that is paid in full owes nothing after a refund: credit covers it. */
async function addMissingCredit(orderId: string, container: MedusaContainer) {
  const books = await readOrderBooks(orderId, container)
  const sum = (amounts: BigNumberInput[]) =>
    amounts.reduce<BigNumberInput>((a, b) => MathBN.add(a, b), 0)
  const refunded = sum(
    books.transactions
      .filter(({ reference }) => reference === "refund")
      .map(({ amount }) => MathBN.abs(amount))
  )
  const credited = sum(books.credit_lines.map(({ amount }) => amount))
  const outstanding = MathBN.sub(
    books.total,
    sum(books.transactions.map(({ amount }) => amount))
  )
  const missing = MathBN.min(outstanding, MathBN.sub(refunded, credited))
  // A cancelled order takes no more credit lines.
  if (MathBN.gt(missing, 0) && books.status !== "canceled") {
    await createOrderCreditLinesWorkflow(container).run({
      input: {
        id: orderId,
        credit_lines: [
          {
            amount: missing,
            reference: "payment_collection",
            reference_id: books.payment_collections[0]?.id ?? null,
          },
        ],
      },
    })
  }
}
