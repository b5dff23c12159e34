import type { Payment } from "medusa-payment-instalments/storefront"
import { InstalmentsError } from "medusa-payment-instalments/storefront"
import { Page } from "../../parts/page"
import { Link } from "../../shop/address"
import type { Purchase } from "../../shop/purchases"
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
    const isUnknown = (error as InstalmentsError).code === "not_found"
    return (
      <Page
        title={isUnknown ? "There is no such payment" : "We could not look"}
        className="narrow"
      >
        <p>
          {isUnknown
            ? "Check the address, or begin in the shop."
            : "The shop cannot be reached at the moment. Your payment is safe: once it is confirmed, your order is placed by itself."}
        </p>
        {isUnknown ? <Link to="">Go to the shop</Link> : lookAgain(again)}
      </Page>
    )
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
      return <Unplaced purchase={purchase} />
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
  return (
    <Page title="Your payment is not confirmed yet" className="narrow">
      <p>
        The payment page takes longer than usual. If you have paid, there is
        nothing to do: your order is placed by itself as soon as the payment is
        confirmed. Please do not pay again.
      </p>
      {lookAgain(again)}
      {payment?.paymentUrl && (
        <p>
          Did you not finish paying?{" "}
          <a href={payment.paymentUrl}>Go back to the payment page</a>
        </p>
      )}
    </Page>
  )
}

function lookAgain(again: () => void) {
  return (
    <button type="button" className="primary" onClick={again}>
      Look again
    </button>
  )
}
