import type { CheckoutDetail } from "../../api/admin/instalments/answers"
import { Fact } from "../display/fact"
import { Moment } from "../display/moment"
import { OrderLink } from "../display/order-link"
import { Reference } from "../display/reference"

/** Where a checkout belongs in the store, and when it was last looked at. */
export function Places({ checkout }: { checkout: CheckoutDetail }) {
  return (
    <>
      <Fact name="Order">
        <OrderLink orderId={checkout.order_id} />
      </Fact>
      <Fact name="Cart">
        <Reference id={checkout.cart_id} what="cart id" />
      </Fact>
      <Fact name="Payment session">
        <Reference id={checkout.payment_session_id} what="payment session id" />
      </Fact>
      <Fact name="Service last asked">
        <Moment at={checkout.asked_at} />
      </Fact>
      <Fact name="Looked at again">
        <Moment at={checkout.next_look_at} />
      </Fact>
    </>
  )
}
