import { InstalmentMessage } from "medusa-payment-instalments-storefront/react"
import { CartLine } from "../parts/cart-line"
import { DiscountCode } from "../parts/discount-code"
import { LastOrder } from "../parts/last-order"
import { Page } from "../parts/page"
import { Totals } from "../parts/totals"
import { Link } from "../shop/address"
import { useCart } from "../shop/cart"

export function CartPage() {
  const { cart } = useCart()
  const items = cart?.items ?? []
  if (cart === undefined) {
    return <Page title="Your cart">{null}</Page>
  }
  if (!cart || items.length === 0) {
    return (
      <Page title="Your cart" className="narrow">
        <LastOrder />
        <p>
          There is nothing in it yet. <Link to="">See all products</Link>
        </p>
      </Page>
    )
  }
  return (
    <Page title="Your cart" className="two-columns">
      <ul className="lines">
        {items.map((item) => (
          <CartLine key={item.id} item={item} />
        ))}
      </ul>
      <section className="summary" aria-label="Total">
        <DiscountCode />
        <Totals of={cart} />
        <InstalmentMessage
          amount={cart.total}
          currencyCode={cart.currency_code}
        />
        <Link to="/checkout" className="primary">
          Check out
        </Link>
      </section>
    </Page>
  )
}
