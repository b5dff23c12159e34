import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import { smallestCents, toCents } from "../../modules/instalments/rules"
import { readBalance } from "../balance/read-balance"
import { dropTransactions } from "../medusa-repairs/surplus-payments"
import { dropUnbooked } from "../medusa-repairs/unbooked-payments"
import type { BalanceCheckout } from "./lock"
import { readOrderPayments, type OrderPayments } from "./read-payments"

/**
 * Why an order did not owe any more what was just booked on it; null when it did.
 * The lease keeps merchants and other payments of ours apart, but not a store's own
 * code that cancels the order, nor another provider's webhook that captures the same
 * balance. What is on its way back already stays booked. `before` is what the order's
 * payments were before this one.
 */
export async function whyOvertaken(
  { id, order_id, amount, currency }: BalanceCheckout,
  before: OrderPayments,
  container: MedusaContainer
): Promise<string | null> {
  const { returns } = container.resolve(INSTALMENTS_MODULE)
  const balance = await readBalance(order_id, container)
  if (!balance || (await returns.onItsWay(id)) > 0) {
    return null
  }
  if (balance.is_cancelled) {
    return `Order ${balance.number} was cancelled in the moment of this payment`
  }
  const after = await readOrderPayments(order_id, container)
  const known = capturesOf(before).map((capture) => capture.id)
  // Core captures first, and books after that.
  const unbooked = capturesOf(after)
    .filter((capture) => capture.reference !== id)
    .filter((capture) => !known.includes(capture.id))
    .filter((one) => !after.transactionReferences.includes(one.id))
    .reduce((sum, one) => sum + toCents(one.amount, currency), 0)
  // The other one is rounded by itself, and may be a cent less than was owed.
  const least = Math.max(1, amount - smallestCents(currency))
  return balance.overpaid - balance.owed + unbooked >= least
    ? `Order ${balance.number} was paid in another way in the moment of this payment`
    : null
}

/** The payment leaves the order's books; it is returned or held after that. */
export async function takeBack(
  checkout: BalanceCheckout,
  container: MedusaContainer
): Promise<void> {
  const { id, order_id } = checkout
  const captures = capturesOf(await readOrderPayments(order_id, container))
  await dropTransactions(
    order_id,
    captures.filter(({ reference }) => reference === id),
    container
  )
  await dropUnbooked(checkout, container)
}

function capturesOf({ collections }: OrderPayments) {
  return collections.flatMap(({ payments }) =>
    payments.flatMap(({ reference, captures }) =>
      captures.map((capture) => ({ ...capture, reference }))
    )
  )
}
