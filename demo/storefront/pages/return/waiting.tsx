import type { Payment } from "medusa-payment-instalments/storefront"
import { Notice } from "../../parts/notice"

/** Says that it waits; `payment` is what is known so far, at first nothing. */
export function Waiting({ payment }: { payment?: Payment }) {
  return (
    <>
      <p className="progress" aria-hidden="true" />
      <Notice>
        {payment
          ? "The payment page has not confirmed your payment yet. This can take a moment: we go on to your order as soon as it has."
          : "One moment …"}
      </Notice>
      {payment && (
        <p>
          You can also close this page. Once your payment is confirmed, the
          order is placed by itself.
        </p>
      )}
      {payment?.paymentUrl && (
        <p>
          Did you not finish paying?{" "}
          <a href={payment.paymentUrl}>Go back to the payment page</a>
        </p>
      )}
    </>
  )
}
