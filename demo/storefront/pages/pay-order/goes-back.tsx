import type { Payment, Refund } from "medusa-payment-instalments-storefront"
import { Notice } from "../../parts/notice"
import { day } from "../../shop/day"

/** A payment that the order did not owe when it arrived. */
export function GoesBack({ refund }: { refund: Refund | null }) {
  if (!refund) {
    return (
      <Notice>
        Your payment has arrived, and the shop is looking after it. Please do
        not pay again: we write to you about it.
      </Notice>
    )
  }
  return (
    <Notice>
      Your last payment was not owed any more.{" "}
      {refund.status === "complete"
        ? `You got all of it back on ${day(refund.expectedOn)}.`
        : `You get all of it back by ${day(refund.expectedOn)}.`}
    </Notice>
  )
}

/** Another payment than the one that the page tells of. */
export function GoesBackToo({ payment }: { payment: Payment | undefined }) {
  if (payment?.isHeld) {
    return (
      <Notice>
        You paid twice. The shop is looking after it, and writes to you about
        it.
      </Notice>
    )
  }
  return payment?.refund && payment.status !== "unplaced" ? (
    <Notice>
      Another payment of yours goes back to you, all of it, by{" "}
      {day(payment.refund.expectedOn)}.
    </Notice>
  ) : null
}
