import { MedusaError } from "@medusajs/framework/utils"
import { moneyInWords, toCents } from "../../modules/instalments/domain/money"
import type { CheckoutRow } from "../../modules/instalments/ledger/rows"
import type { PayingCart } from "./paying-cart"

/**
 * Refuses to charge a cart for which a payment is known that is not returned:
 * its order is placed, about to be, or a person decides.
 *
 * @throws MedusaError (not allowed) in words for a shopper; it names the order.
 */
export function refusePaid({ status, outcome, order_id }: CheckoutRow): void {
  if (status !== "successful" || outcome === "returned") {
    return
  }
  const what = order_id
    ? `order ${order_id} is placed`
    : outcome === "held"
      ? "the shop is looking after the payment"
      : "the order is being placed"
  throw new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    `This cart is paid already: ${what}. Nothing more has to be paid.`
  )
}

/**
 * Refuses what could not become the cart's order: a cart that has one, and an
 * amount other than the cart's total, which is what is compared in the end.
 * Taxes and credit lines can change a cart and leave its payment collection
 * behind. `amount` is integer cents.
 *
 * @throws MedusaError (not allowed) in words for a shopper.
 */
export function refuseUnlessDue(
  cart: PayingCart,
  amount: number,
  currency: string
): void {
  if (cart.completed_at) {
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      "This cart is an order already. Nothing more has to be paid for it here."
    )
  }
  const total = toCents(cart.total, cart.currency_code)
  const isDue =
    total === amount && cart.currency_code.toUpperCase() === currency
  if (!isDue) {
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      `The cart comes to ${moneyInWords(total, cart.currency_code)} now, not to ${moneyInWords(amount, currency)}. Go back to the cart and choose how to pay again.`
    )
  }
}
