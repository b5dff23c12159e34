import type { Payment } from "medusa-payment-instalments/storefront"
import { Page } from "../../parts/page"
import { Link } from "../../shop/address"
import type { Purchase } from "../../shop/purchases"
import { Failed } from "./failed"
import { Unconfirmed } from "./unconfirmed"
import { Unplaced } from "./unplaced"

type Props = {
  payment?: Payment
  error?: Error
  /** Only the browser that paid has one. */
  purchase?: Purchase
  /** Looks again. */
  again: () => void
}

/** What became of the payment, and what the shopper can do now. */
export function Outcome({ payment, error, purchase, again }: Props) {
  const toCheckout = purchase && (
    <Link to={`/checkout?cart=${purchase.cartId}`} className="primary">
      Choose how to pay
    </Link>
  )
  if (error) {
    return <Failed error={error} again={again} />
  }
  switch (payment?.status) {
    case "paid":
      return (
        <Page title="This payment is complete" className="narrow">
          <p>
            The order is placed. It is shown in the browser in which it was
            paid.
          </p>
        </Page>
      )
    case "unplaced":
      return <Unplaced purchase={purchase} refund={payment.refund} />
    case "cancelled":
      return (
        <Page title="The payment was cancelled" className="narrow">
          <p>Nothing was charged, and your cart is as it was.</p>
          {toCheckout}
        </Page>
      )
    case "expired":
      return (
        <Page title="The payment page has expired" className="narrow">
          <p>
            A payment has to be finished within 30 minutes. Nothing was charged,
            and your cart is as it was.
          </p>
          {toCheckout}
        </Page>
      )
  }
  return <Unconfirmed payment={payment} again={again} />
}
