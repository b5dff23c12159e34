import { useOrderCheckout } from "../data/use-order-checkout"
import { Nothing } from "../display/nothing"
import { ReadState } from "../display/read-state"
import { CheckoutActions } from "./checkout-actions"
import { CheckoutSection } from "./checkout-section"
import { Facts } from "./facts"
import { Problems } from "./problems"
import { Timeline } from "./timeline"

/** `isCertain`: the order was paid in instalments, so there is something. */
type Props = { orderId: string; isCertain: boolean }

/** The order page's widget. */
export function OrderCheckout({ orderId, isCertain }: Props) {
  const query = useOrderCheckout(orderId)
  const checkout = query.data
  if (!checkout && !isCertain) {
    return null
  }
  return (
    <CheckoutSection
      actions={checkout && <CheckoutActions checkout={checkout} />}
    >
      <ReadState query={query} what="the instalment payment" rows={6}>
        {(checkout) =>
          checkout ? (
            <>
              <Problems checkout={checkout} />
              <Facts checkout={checkout} />
              <Timeline entries={checkout.timeline} />
            </>
          ) : (
            <Nothing
              title="Not in the ledger"
              text="This order was paid in instalments and the ledger has no checkout for it. Look for its cart among the checkouts."
            />
          )
        }
      </ReadState>
    </CheckoutSection>
  )
}
