import { Link } from "react-router-dom"

/** The way to an order's page; a dash where there is none. */
export function OrderLink({ orderId }: { orderId: string | null }) {
  if (!orderId) {
    return <span className="text-ui-fg-subtle">–</span>
  }
  return (
    <Link
      to={`/orders/${orderId}`}
      title={orderId}
      className="text-ui-fg-base underline whitespace-nowrap"
      // The row behind it leads somewhere else.
      onClick={(event) => event.stopPropagation()}
    >
      View order
    </Link>
  )
}
