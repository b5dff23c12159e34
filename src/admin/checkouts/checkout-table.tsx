import { ROUTES } from "../data/routes"
import { useCheckouts } from "../data/use-checkouts"
import { listQuery } from "../table/list-query"
import { ServerTable } from "../table/server-table"
import { useTableState } from "../table/use-table-state"
import { checkoutColumns } from "./columns"
import { checkoutFilters } from "./filters"

const FILTER_IDS = checkoutFilters.map(({ id }) => id)

/** The ledger's checkouts, to search, filter, sort and export. */
export function CheckoutTable() {
  const state = useTableState(FILTER_IDS)
  const query = useCheckouts(listQuery(state))
  const rows = query.data && {
    rows: query.data.checkouts,
    count: query.data.count,
  }
  return (
    <ServerTable
      what="checkouts"
      query={query}
      rows={rows}
      state={state}
      columns={checkoutColumns}
      filters={checkoutFilters}
      exportFrom={`${ROUTES.checkouts}/export`}
      rowHref={({ id }) => `/instalments/checkouts/${id}`}
      emptyState={{
        empty: {
          heading: "No checkouts yet",
          description:
            "A checkout appears here as soon as a shopper chooses instalments.",
        },
        filtered: {
          heading: "No checkout matches",
          description: "Change the search or the filters.",
        },
      }}
    />
  )
}
