import { useEffect } from "react"
import { Notice } from "../parts/notice"
import { go } from "../shop/address"
import type { Cart } from "../shop/load-cart"
import { keepPurchase, purchaseOf } from "../shop/purchases"

type Paid = { cart: Cart; orderId?: string | null }

/**
 * Takes the shopper of a cart that is paid to its order; while that is not
 * placed yet, to the page that waits for it. Having the cart, this browser may
 * see the order, also when the payment began elsewhere.
 */
export function leadToOrder({ cart, orderId }: Paid) {
  const { id: cartId, total: amount, currency_code: currency } = cart
  keepPurchase({
    ...(purchaseOf(cartId) ?? { cartId, reference: "", amount, currency }),
    ...(orderId && { orderId }),
  })
  go(orderId ? `/order/${orderId}` : `/return?cart=${cartId}`, {
    replace: true,
  })
}

/** In place of the ways to pay: nobody pays for a cart twice. */
export function AlreadyPaid(paid: Paid) {
  useEffect(() => leadToOrder(paid), [])
  return <Notice>This cart is paid already. We go to its order …</Notice>
}
