import { Heading, Text } from "@medusajs/ui"
import { useId } from "react"
import type { CheckoutDetail } from "../../api/admin/instalments/answers"
import { dateOf } from "../data/order-payments"
import { amountText } from "../display/amount"
import { Moment } from "../display/moment"
import { CheckoutActions } from "./checkout-actions"
import { Facts } from "./facts"
import { Problems } from "./problems"
import { Timeline } from "./timeline"

/** What is wrong with one payment, what was agreed and what happened. */
export function OrderPayment({ checkout }: { checkout: CheckoutDetail }) {
  return (
    <>
      <Problems checkout={checkout} />
      <Facts checkout={checkout} />
      <Timeline entries={checkout.timeline} />
    </>
  )
}

/** The same as one of several, under a head of its own. */
export function OneOfPayments({ checkout }: { checkout: CheckoutDetail }) {
  const name = useId()
  const { amount, currency, cart_id } = checkout
  // Only the purchase has a cart; what the order owes later has none.
  const what = cart_id ? "Purchase" : "Balance"
  return (
    <div role="group" aria-labelledby={name} className="divide-y">
      <div className="bg-ui-bg-subtle flex flex-wrap items-center justify-between gap-2 px-6 py-3">
        <div id={name}>
          <Heading level="h3">{`${what}: ${amountText(amount, currency)}`}</Heading>
          <Text size="xsmall" className="text-ui-fg-subtle">
            <Moment at={dateOf(checkout)} />
          </Text>
        </div>
        <CheckoutActions checkout={checkout} />
      </div>
      <OrderPayment checkout={checkout} />
    </div>
  )
}
