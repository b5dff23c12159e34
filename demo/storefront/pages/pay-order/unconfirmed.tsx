import type { Balance, Payment } from "medusa-payment-instalments-storefront"
import { Page } from "../../parts/page"
import { GoesBackToo } from "./goes-back"

type Props = { balance: Balance; payment?: Payment; again: () => void }

/**
 * A payment has arrived and is not booked yet, or nothing was heard for as long as a
 * shopper can be asked to wait.
 */
export function Unconfirmed({ balance, payment, again }: Props) {
  const { hasArrived } = balance
  return (
    <Page
      title={`Your payment is not ${hasArrived ? "booked" : "confirmed"} yet`}
      className="narrow"
    >
      <p>
        {hasArrived
          ? "It has arrived or is being confirmed. There is nothing to do: it"
          : "The payment page takes longer than usual. If you have paid, there is nothing to do: the payment"}{" "}
        reaches your order by itself. Please do not pay again.
      </p>
      <GoesBackToo payment={payment} />
      <button type="button" className="primary" onClick={again}>
        Look again
      </button>
      {!hasArrived && payment?.paymentUrl && (
        <p>
          Did you not finish paying?{" "}
          <a href={payment.paymentUrl}>Go back to the payment page</a>
        </p>
      )}
    </Page>
  )
}
