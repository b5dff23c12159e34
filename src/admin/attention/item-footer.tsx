import { Link } from "react-router-dom"
import type { AttentionItem } from "../../api/admin/instalments/answers"
import { Moment } from "../display/moment"
import { OrderLink } from "../display/order-link"
import { Reference } from "../display/reference"

/** Since when, and the way to what it is about. */
export function ItemFooter({ item }: { item: AttentionItem }) {
  const { opened_at, reference, order_id, cart_id } = item
  return (
    <div className="txt-compact-small text-ui-fg-subtle flex flex-wrap items-center gap-x-4 gap-y-1">
      <span>
        {"Since "}
        <Moment at={opened_at} />
      </span>
      {reference && (
        <Link
          to={`/instalments/checkouts/${reference}`}
          className="text-ui-fg-base underline"
        >
          View checkout
        </Link>
      )}
      {order_id && <OrderLink orderId={order_id} />}
      {reference && <Reference id={reference} what="reference" />}
      {cart_id && !order_id && <Reference id={cart_id} what="cart id" />}
    </div>
  )
}
