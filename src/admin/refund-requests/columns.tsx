import { createDataTableColumnHelper } from "@medusajs/ui"
import type { RefundRequest } from "../../api/admin/instalments/answers"
import { Actions } from "../display/actions"
import { amountText } from "../display/amount"
import { Moment } from "../display/moment"
import { OrderLink } from "../display/order-link"
import { Reference } from "../display/reference"
import { RefundStatusBadge } from "../display/refund-status"
import { reasonLabel } from "./reasons"

const column = createDataTableColumnHelper<RefundRequest>()

/** What the refund requests page shows of one. */
export const refundRequestColumns = [
  column.accessor("refund_request_id", {
    header: "Service's id",
    cell: ({ getValue }) => (
      <Reference id={getValue()} what="refund request id" />
    ),
  }),
  column.accessor("status", {
    header: "Status",
    cell: ({ getValue }) => <RefundStatusBadge status={getValue()} />,
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
  column.accessor("reason", {
    header: "Asked by",
    cell: ({ getValue }) => reasonLabel(getValue()),
  }),
  column.accessor("order_id", {
    header: "Order",
    cell: ({ getValue }) => <OrderLink orderId={getValue()} />,
  }),
  column.accessor("created_at", {
    header: "Asked",
    enableSorting: true,
    sortAscLabel: "Oldest first",
    sortDescLabel: "Newest first",
    cell: ({ getValue }) => <Moment at={getValue()} />,
  }),
  column.accessor("send_after", {
    header: "Sent",
    cell: ({ row: { original } }) =>
      original.sent_at ? (
        <Moment at={original.sent_at} />
      ) : (
        <span className="text-ui-fg-subtle">
          {"after "}
          <Moment at={original.send_after} />
        </span>
      ),
  }),
  column.accessor("finished_at", {
    header: "Ended",
    cell: ({ getValue }) => <Moment at={getValue()} />,
  }),
  column.display({
    id: "actions",
    header: () => <span className="sr-only">Actions</span>,
    cell: ({ row: { original } }) => (
      <div onClick={(event) => event.stopPropagation()}>
        <Actions actions={original.actions} />
      </div>
    ),
  }),
]
