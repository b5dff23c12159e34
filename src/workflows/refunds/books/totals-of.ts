import { MathBN } from "@medusajs/framework/utils"
import type { Books } from "./read-books"

/**
 * What an order's totals are by its books, in major units, under the names of
 * Medusa's order summary. `booked` is what transactions and credit lines sum up
 * to; `all` is that and what follows from it.
 */
export function totalsOf({ transactions, credit_lines, total }: Books) {
  const amounts = transactions.map(({ amount }) => amount)
  const booked = {
    paid_total: MathBN.sum(
      0,
      ...amounts.filter((amount) => MathBN.gt(amount, 0))
    ),
    refunded_total: MathBN.abs(
      MathBN.sum(0, ...amounts.filter((amount) => MathBN.lt(amount, 0)))
    ),
    transaction_total: MathBN.sum(0, ...amounts),
    credit_line_total: MathBN.sum(
      0,
      ...credit_lines.map(({ amount }) => amount)
    ),
  }
  const all = {
    ...booked,
    current_order_total: total,
    accounting_total: total,
    original_order_total: MathBN.add(total, booked.credit_line_total),
    pending_difference: MathBN.sub(total, booked.transaction_total),
  }
  return { booked, all }
}
