import { ROUTES } from "../data/routes"
import { useRefundRequests } from "../data/use-refund-requests"
import { listQuery } from "../table/list-query"
import { ServerTable } from "../table/server-table"
import { useTableState } from "../table/use-table-state"
import { refundRequestColumns } from "./columns"
import { refundRequestFilters } from "./filters"

const FILTER_IDS = refundRequestFilters.map(({ id }) => id)

/** Every refund that is owed or was asked for, and its fate. */
export function RefundRequestTable() {
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
