import {
  InstalmentsReturn,
  type InstalmentsReturnProps,
} from "medusa-payment-instalments-storefront/react"
import { Page } from "../parts/page"
import { pathOf, useAddress } from "../shop/address"
import { useCart } from "../shop/cart"
import { classes } from "../shop/classes"
import { keepPurchase, purchaseOf } from "../shop/purchases"

/**
 * Where the payment page sends the shopper. Only the browser that paid is led to
 * the order or back to the cart.
 */
export function ReturnPage() {
  const cartId = useAddress().query.get("cart") ?? ""
  const { forget } = useCart()
  const purchase = purchaseOf(cartId)

  const remember: InstalmentsReturnProps["onEnding"] = ({
    ending,
    payment,
  }) => {
    if (!purchase || !payment) {
      return
    }
    const { orderId, refund } = payment
    if (ending === "paid" && orderId) {
      keepPurchase({ ...purchase, orderId, refund })
      forget(cartId)
    } else if (ending === "unplaced") {
      keepPurchase({ ...purchase, isTold: true })
      // While the shop decides, the cart is no longer the shopper's to pay.
      if (!refund) {
        forget(cartId)
      }
    }
  }
  return (
    <InstalmentsReturn
      cartId={cartId}
      {...(purchase && {
        orderUrl: pathOf("/order/{order_id}"),
        checkoutUrl: pathOf("/checkout?cart={cart_id}"),
        paid: { ...purchase, currencyCode: purchase.currency },
      })}
      shopUrl={pathOf("")}
      onEnding={remember}
      classNames={classes}
    >
      {({ ending, title, content }) => (
        <Page key={ending} title={title} className="narrow">
          {content}
        </Page>
      )}
    </InstalmentsReturn>
  )
}
