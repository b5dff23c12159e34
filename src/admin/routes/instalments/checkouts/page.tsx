import { defineRouteConfig } from "@medusajs/admin-sdk"
import {
  createDataTableColumnHelper,
  createDataTableFilterHelper,
} from "@medusajs/ui"
import type { Checkout } from "../../../../api/admin/instalments/answers"
import { ROUTES, useCheckouts } from "../../../data/queries"
import { amountText } from "../../../display/format"
import { Page } from "../../../display/page"
import { OutcomeBadge, outcomes } from "../../../display/states"
import { Moment, OrderLink, Reference } from "../../../display/values"
import { ServerTable } from "../../../table/server-table"
import { lastDays, listQuery, useTableState } from "../../../table/table-state"

export const config = defineRouteConfig({ label: "Checkouts", rank: 2 })

/** Every checkout of the ledger. */
const CheckoutsPage = () => {
  return (
    <Page
      title="Checkouts"
      text="Every time a shopper chose instalments, and what became of it."
    >
      <CheckoutTable />
    </Page>
  )
}
export default CheckoutsPage

const filter = createDataTableFilterHelper<Checkout>()

/** What checkouts can be filtered by. */
const checkoutFilters = [
  filter.accessor("outcome", {
    type: "multiselect",
    label: "Outcome",
    options: outcomes,
    searchable: false,
  }),
  filter.accessor("status", {
    type: "multiselect",
    label: "Service says",
    searchable: false,
    options: ["received", "successful", "cancelled"].map((value) => ({
      value,
      label: value,
    })),
  }),
  filter.accessor("created_at", {
    type: "date",
    label: "Created",
    options: lastDays(),
  }),
]

const column = createDataTableColumnHelper<Checkout>()

/** What the checkouts page shows of a checkout. */
const checkoutColumns = [
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

const FILTER_IDS = checkoutFilters.map(({ id }) => id)

/** The ledger's checkouts, to search, filter, sort and export. */
function CheckoutTable() {
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
