import type { CheckoutDetail } from "../../api/admin/instalments/answers"
import { amountText } from "../display/amount"
import { Fact } from "../display/fact"
import { OutcomeBadge } from "../display/outcome"
import { planText } from "../display/plan"
import { Reference } from "../display/reference"

/** What was agreed, where it stands, and the references for support. */
export function Facts({ checkout }: { checkout: CheckoutDetail }) {
  const { amount, currency, number_of_payments, status } = checkout
  return (
    <>
      <Fact name="Amount">{amountText(amount, currency)}</Fact>
      <Fact name="Instalments">
        {number_of_payments
          ? planText(amount, number_of_payments, currency)
          : "Not chosen yet"}
      </Fact>
      <Fact name="Status">
        <OutcomeBadge outcome={checkout.outcome} />
        <span>{`Service says: ${status ?? "nothing yet"}`}</span>
      </Fact>
      <Fact name="Checkout id">
        <Reference id={checkout.checkout_id} what="checkout id" />
      </Fact>
      <Fact name="Client reference">
        <Reference id={checkout.id} what="client reference" />
      </Fact>
    </>
  )
}
