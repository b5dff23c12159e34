import { createDataTableColumnHelper } from "@medusajs/ui"
import type { Checkout } from "../../api/admin/instalments/answers"
import { amountText } from "../display/amount"
import { Moment } from "../display/moment"
import { OrderLink } from "../display/order-link"
import { OutcomeBadge } from "../display/outcome"
import { Reference } from "../display/reference"

const column = createDataTableColumnHelper<Checkout>()

/** What the checkouts page shows of a checkout. */
export const checkoutColumns = [
  column.accessor("id", {
    header: "Reference",
    cell: ({ getValue }) => <Reference id={getValue()} what="reference" />,
  }),
  column.accessor("outcome", {
    header: "Outcome",
    cell: ({ getValue }) => <OutcomeBadge outcome={getValue()} />,
  }),
  column.accessor("status", {
    header: "Service says",
    cell: ({ getValue }) => getValue() ?? "–",
  }),
  column.accessor("amount", {
    header: "Amount",
    align: "right",
    enableSorting: true,
    sortAscLabel: "Lowest first",
    sortDescLabel: "Highest first",
    cell: ({ row: { original } }) =>
      amountText(original.amount, original.currency),
  }),
  column.accessor("number_of_payments", {
    header: "Term",
    align: "right",
    cell: ({ getValue }) => getValue() ?? "–",
  }),
  column.accessor("order_id", {
    header: "Order",
    cell: ({ getValue }) => <OrderLink orderId={getValue()} />,
  }),
  column.accessor("cart_id", {
    header: "Cart",
    cell: ({ getValue }) => <Reference id={getValue()} what="cart id" />,
  }),
  column.accessor("created_at", {
    header: "Created",
    enableSorting: true,
    sortAscLabel: "Oldest first",
    sortDescLabel: "Newest first",
    cell: ({ getValue }) => <Moment at={getValue()} />,
  }),
]
