import { MedusaError } from "@medusajs/framework/utils"
import type { CheckoutRow } from "../../modules/instalments/types"

/**
 * Refuses to charge a cart for which a payment is known that is not returned:
 * its order is placed, about to be, or a person decides. The same goes for what
 * an order owes.
 *
 * @throws MedusaError (not allowed) in words for a shopper; it names the order.
 */
export function refusePaid(checkout: CheckoutRow): void {
  const { status, outcome, cart_id, order_id } = checkout
  if (status !== "successful" || outcome === "returned") {
    return
  }
  const what =
    outcome === "placed"
      ? `order ${order_id} is placed`
      : outcome === "held"
        ? "the shop is looking after the payment"
        : "the order is being placed"
  throw new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    cart_id
      ? `This cart is paid already: ${what}. Nothing more has to be paid.`
      : "A payment for this order has arrived and is being looked after. Nothing has to be paid now."
  )
}
