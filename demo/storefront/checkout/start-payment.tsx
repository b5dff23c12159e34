import { useRef, useState } from "react"
import { InstalmentsError } from "medusa-payment-instalments/storefront"
import { Action } from "../parts/action"
import type { Cart } from "../shop/load-cart"
import { instalments } from "../shop/connection"
import { keepPurchase } from "../shop/purchases"
import { leadToOrder } from "./lead-to-order"

/** The button that leads to the payment page, or the page in its place. */
export function StartPayment({ cart }: { cart: Cart }) {
  const frame = useRef<HTMLDivElement>(null)
  const [isFramed, setFramed] = useState(false)

  async function pay() {
    const started = await instalments.start(cart).catch((error: unknown) => {
      if (error instanceof InstalmentsError && error.code === "already_paid") {
        return leadToOrder({ cart, orderId: error.orderId })
      }
      throw error
    })
    if (!started) {
      return
    }
    const { reference, amount, currency } = started
    keepPurchase({ cartId: cart.id, reference, amount, currency })
    // The whole page goes there, unless the store's account has the frame.
    instalments.pay(started, { container: frame.current })
    setFramed(started.presentation === "iframe")
  }
  return (
    <>
      {!isFramed && (
        <>
          <Action className="primary" act={pay}>
            Pay in instalments
          </Action>
          <p className="fine">
            You choose your plan and enter your card on the secure payment page.
          </p>
        </>
      )}
      <div ref={frame} className="payment-frame" />
    </>
  )
}
