import { Action } from "../parts/action"
import { go } from "../shop/address"
import { useCart } from "../shop/cart"
import type { Cart } from "../shop/load-cart"
import { store } from "../shop/connection"
import { keepPurchase } from "../shop/purchases"
import { Way } from "./way"

type Props = { cart: Cart; isChosen: boolean; choose: () => void }

/** Medusa's own manual payment: an order now, the money by bank transfer. */
export function PayLater({ cart, isChosen, choose }: Props) {
  const { forget } = useCart()

  async function placeOrder() {
    const provider = { provider_id: "pp_system_default" }
    await store.payment.initiatePaymentSession(cart, provider)
    const answer = await store.cart.complete(cart.id)
    if (answer.type === "cart") {
      throw new Error(answer.error.message)
    }
    const { id: orderId, total: amount, currency_code: currency } = answer.order
    keepPurchase({ cartId: cart.id, reference: "", amount, currency, orderId })
    go(`/order/${orderId}`)
    forget(cart.id)
  }
  return (
    <Way
      name="Bank transfer"
      hint="We send the goods when your payment has arrived"
      isChosen={isChosen}
      choose={choose}
    >
      <Action className="primary" act={placeOrder}>
        Place order
      </Action>
    </Way>
  )
}
