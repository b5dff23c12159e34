import { createOrderCreditLinesWorkflow } from "@medusajs/medusa/core-flows"
import type { BigNumberInput, MedusaContainer } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"
import {
  isSameAmount,
  toExactCents,
} from "../../../modules/instalments/domain/money"
import { readOrderBooks, type Books } from "./read-books"

/**
 * An order that is paid in full owes nothing after a refund: credit covers it.
 * Adds a credit line for each refund that has none, as long as the order owes
 * something that rounds to a cent.
 */
export async function addMissingCredit(
  orderId: string,
  container: MedusaContainer
): Promise<void> {
  const books = await readOrderBooks(orderId, container)
  const amounts = missingCredit(books)
  // A cancelled order takes no more credit lines.
  if (amounts.length === 0 || books.status === "canceled") {
    return
  }
  const reference_id = books.payment_collections[0]?.id ?? null
  await createOrderCreditLinesWorkflow(container).run({
    input: {
      id: orderId,
      credit_lines: amounts.map((amount) => ({
        amount,
        reference: "payment_collection",
        reference_id,
      })),
    },
  })
}

function missingCredit(books: Books): BigNumberInput[] {
  const paid = books.transactions.map(({ amount }) => amount)
  let owed = MathBN.sub(books.total, MathBN.sum(0, ...paid))
  const credited = books.credit_lines.map(({ amount }) => amount)
  const missing: BigNumberInput[] = []
  for (const { reference, amount } of books.transactions) {
    if (reference !== "refund") {
      continue
    }
    const refunded = MathBN.abs(amount)
    const known = credited.findIndex((credit) => isSameAmount(credit, refunded))
    if (known >= 0) {
      credited.splice(known, 1)
    } else if (MathBN.gte(toExactCents(owed), 0.5)) {
      const credit = MathBN.min(refunded, owed)
      missing.push(credit)
      owed = MathBN.sub(owed, credit)
    }
  }
  return missing
}
