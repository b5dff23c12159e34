import type { BigNumberInput } from "@medusajs/framework/types"
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
    paid_total: sumOf(amounts.filter((amount) => MathBN.gt(amount, 0))),
    refunded_total: MathBN.abs(
      sumOf(amounts.filter((amount) => MathBN.lt(amount, 0)))
    ),
    transaction_total: sumOf(amounts),
    credit_line_total: sumOf(credit_lines.map(({ amount }) => amount)),
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

/** The sum of amounts in major units; of none it is 0. */
export function sumOf(amounts: BigNumberInput[]) {
  return amounts.reduce<ReturnType<typeof MathBN.convert>>(
    (total, amount) => MathBN.add(total, amount),
    MathBN.convert(0)
  )
}
