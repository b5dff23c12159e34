import type { Refund } from "medusa-payment-instalments-storefront"
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
