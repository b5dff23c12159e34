import type { Payment } from "medusa-payment-instalments-storefront"
import { Page } from "../../parts/page"

type Props = { payment: Payment; again: () => void }

/** Nothing was heard for as long as a shopper can be asked to wait. */
export function Unconfirmed({ payment, again }: Props) {
  return (
    <Page title="Your payment is not confirmed yet" className="narrow">
      <p>
        The payment page takes longer than usual. If you have paid, there is
        nothing to do: the payment reaches your order by itself. Please do not
        pay again.
      </p>
      <button type="button" className="primary" onClick={again}>
        Look again
      </button>
      {payment.paymentUrl && (
        <p>
          Did you not finish paying?{" "}
          <a href={payment.paymentUrl}>Go back to the payment page</a>
        </p>
      )}
    </Page>
  )
}
