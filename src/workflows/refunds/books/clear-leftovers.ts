import type { MedusaContainer } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  MathBN,
  Modules,
} from "@medusajs/framework/utils"
import { isSameAmount } from "../../../modules/instalments/domain/money"
import type { Books } from "./read-books"

/** Core makes and confirms a credit line's order change within one request. */
const LEFT_AFTER_MS = 2 * 60_000

/**
 * Removes what core leaves of refunds that were asked for at once or cut short:
 * a refund's transaction that was booked twice, or with another refund's amount,
 * and a credit line's order change that was never confirmed and would block every
 * later change of the order.
 */
export async function clearLeftovers(
  books: Books,
  container: MedusaContainer
): Promise<void> {
  const orders = container.resolve(Modules.ORDER)
  const wrong = wrongTransactions(books)
  if (wrong.length > 0) {
    await orders.deleteOrderTransactions(wrong.map(({ id }) => id))
  }
  const { data: changes } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({
      entity: "order_change",
      fields: ["id"],
      filters: {
        order_id: books.id,
        status: "pending",
        change_type: "credit_line",
        // The database's clock wrote it, so the process's clock compares.
        created_at: { $lt: new Date(Date.now() - LEFT_AFTER_MS) },
      },
    })
  if (changes.length > 0) {
    await orders.deleteOrderChanges(changes.map(({ id }) => id))
  }
}

function wrongTransactions({ transactions, payment_collections }: Books) {
  const refunds = payment_collections
    .flatMap(({ payments }) => payments)
    .flatMap((payment) => payment.refunds)
  const right = transactions.filter(({ reference, reference_id, amount }) => {
    const refund = refunds.find(({ id }) => id === reference_id)
    const isRight = !refund || isSameAmount(MathBN.abs(amount), refund.amount)
    return reference === "refund" && isRight
  })
  return transactions.filter(
    (entry) =>
      entry.reference === "refund" &&
      right.find((first) => first.reference_id === entry.reference_id) !== entry
  )
}
