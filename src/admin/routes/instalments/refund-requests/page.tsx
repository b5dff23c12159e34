import { defineRouteConfig } from "@medusajs/admin-sdk"
import {
  createDataTableColumnHelper,
  createDataTableFilterHelper,
} from "@medusajs/ui"
import type { RefundRequest } from "../../../../api/admin/instalments/answers"
import { Actions } from "../../../actions/actions"
import { ROUTES, useRefundRequests } from "../../../data/queries"
import { amountText } from "../../../display/format"
import { Page } from "../../../display/page"
import { RefundStatusBadge, refundStatuses } from "../../../display/states"
import { Moment, OrderLink, Reference } from "../../../display/values"
import { ServerTable } from "../../../table/server-table"
import { lastDays, listQuery, useTableState } from "../../../table/table-state"

export const config = defineRouteConfig({ label: "Refund requests", rank: 3 })

/** Every refund request of the ledger. */
const RefundRequestsPage = () => {
  return (
    <Page
      title="Refund requests"
      text="Every refund that is owed or was asked for, from scheduled to its end."
    >
      <RefundRequestTable />
    </Page>
  )
}
export default RefundRequestsPage

const LABELS: Record<RefundRequest["reason"], string> = {
  merchant: "A person",
  system: "Medusa",
  unplaced: "Settling",
}

/** Who asked for a refund, in words. */
function reasonLabel(reason: RefundRequest["reason"]): string {
  return LABELS[reason]
}

/** The reasons with their words, for filters. */
const reasons = Object.entries(LABELS).map(([value, label]) => ({
  value,
  label,
}))

const filter = createDataTableFilterHelper<RefundRequest>()

/** What refund requests can be filtered by. */
const refundRequestFilters = [
  filter.accessor("status", {
    type: "multiselect",
    label: "Status",
    options: refundStatuses,
    searchable: false,
  }),
  filter.accessor("reason", {
    type: "multiselect",
    label: "Asked by",
    options: reasons,
    searchable: false,
  }),
  filter.accessor("created_at", {
    type: "date",
    label: "Asked",
    options: lastDays(),
  }),
]

const column = createDataTableColumnHelper<RefundRequest>()

/** What the refund requests page shows of one. */
const refundRequestColumns = [
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

const FILTER_IDS = refundRequestFilters.map(({ id }) => id)

/** Every refund that is owed or was asked for, and its fate. */
function RefundRequestTable() {
  const state = useTableState(FILTER_IDS)
  const query = useRefundRequests(listQuery(state))
  const rows = query.data && {
    rows: query.data.refund_requests,
    count: query.data.count,
  }
  return (
    <ServerTable
      what="refund requests"
      query={query}
      rows={rows}
      state={state}
      columns={refundRequestColumns}
      filters={refundRequestFilters}
      exportFrom={`${ROUTES.refundRequests}/export`}
      rowHref={({ reference }) => `/instalments/checkouts/${reference}`}
      emptyState={{
        empty: {
          heading: "No refund requests yet",
          description:
            "Refund an order as usual; its refund request appears here.",
        },
        filtered: {
          heading: "No refund request matches",
          description: "Change the search or the filters.",
        },
      }}
    />
  )
}
