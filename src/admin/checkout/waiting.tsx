import { Text } from "@medusajs/ui"
import { Link } from "react-router-dom"
import type { CheckoutDetail } from "../../api/admin/instalments/answers"
import { amountText } from "../display/amount"

/** A checkout that the shopper has begun and not paid yet, in a line. */
export function Waiting({ checkout }: { checkout: CheckoutDetail }) {
  const { id, amount, currency } = checkout
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 px-6 py-3">
      <Text size="small" className="text-ui-fg-subtle">
        {`Waiting for payment of ${amountText(amount, currency)}`}
      </Text>
      <Link
        to={`/instalments/checkouts/${id}`}
        className="txt-compact-small text-ui-fg-base whitespace-nowrap underline"
      >
        View checkout
      </Link>
    </div>
  )
}
