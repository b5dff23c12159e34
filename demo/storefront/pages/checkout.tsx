import { useEffect } from "react"
import { EarlierPayment } from "medusa-payment-instalments-storefront/react"
import { AddressStep } from "../checkout/address-step"
import { DeliveryStep } from "../checkout/delivery-step"
import { PaymentStep } from "../checkout/payment-step"
import { useStep } from "../checkout/use-step"
import { Lines } from "../parts/lines"
import { Page } from "../parts/page"
import { Totals } from "../parts/totals"
import { Link, pathOf, useAddress } from "../shop/address"
import { useCart } from "../shop/cart"
import { classes } from "../shop/classes"
import { purchaseOf } from "../shop/purchases"

/**
 * Address, delivery, payment. The payment page comes back here when it was
 * cancelled, with the cart's id in the address: only the browser that paid for
 * that cart goes on with it. A cart that became an order meanwhile leads there.
 */
export function CheckoutPage() {
  const { cart, keptId, open } = useCart()
  const asked = purchaseOf(useAddress().query.get("cart") ?? keptId())?.cartId
  const steps = useStep(cart)
  useEffect(() => {
    if (cart !== undefined && asked && asked !== cart?.id) {
      void open(asked)
    }
  }, [cart === undefined, asked])
  if (cart === undefined) {
    return <Page title="Checkout">{null}</Page>
  }
  if (!cart?.items?.length) {
    return (
      <Page title="Checkout" className="narrow">
        {asked && <Earlier cartId={asked} />}
        <p>
          Your cart is empty. <Link to="">See all products</Link>
        </p>
      </Page>
    )
  }
  return (
    <Page title="Checkout" className="two-columns">
      <div className="steps">
        <Earlier cartId={cart.id} />
        <AddressStep cart={cart} {...steps} />
        <DeliveryStep cart={cart} {...steps} />
        <PaymentStep cart={cart} {...steps} />
      </div>
      <section className="summary" aria-label="Your order">
        <Lines of={cart.items} />
        <Totals of={cart} />
      </section>
    </Page>
  )
}

/** What became of a payment that this browser has begun for the cart. */
function Earlier({ cartId }: { cartId: string }) {
  return (
    <EarlierPayment
      cartId={cartId}
      returnUrl={pathOf("/return?cart={cart_id}")}
      classNames={classes}
    />
  )
}
