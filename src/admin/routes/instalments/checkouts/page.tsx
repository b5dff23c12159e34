import { defineRouteConfig } from "@medusajs/admin-sdk"
import {
  createDataTableColumnHelper,
  createDataTableFilterHelper,
} from "@medusajs/ui"
import { useMemo } from "react"
import { useTranslation } from "react-i18next"
import type { Checkout } from "../../../../api/admin/instalments/answers"
import { ROUTES, useCheckouts } from "../../../data/queries"
import { useFormats } from "../../../display/format"
import { Page } from "../../../display/page"
import { OutcomeBadge, outcomes } from "../../../display/states"
import { Moment, OrderLink, Reference } from "../../../display/values"
import { ServerTable } from "../../../table/server-table"
import {
  listQuery,
  useDateFilter,
  useTableState,
} from "../../../table/table-state"

export const config = defineRouteConfig({
  label: "checkouts.title",
  translationNs: "instalments",
  rank: 2,
})

/** Every checkout of the ledger. */
const CheckoutsPage = () => {
  const { t } = useTranslation("instalments")
  return (
    <Page title={t("checkouts.title")} text={t("checkouts.text")}>
      <CheckoutTable />
    </Page>
  )
}
export default CheckoutsPage

const filter = createDataTableFilterHelper<Checkout>()

/** The service's words, which stay its own. */
const SERVICE_STATUSES = ["received", "successful", "cancelled"]

/** What checkouts can be filtered by. */
function useFilters() {
  const { t } = useTranslation("instalments")
  const date = useDateFilter()
  return useMemo(
    () => [
      filter.accessor("outcome", {
        type: "multiselect",
        label: t("checkouts.outcome"),
        options: outcomes.map((value) => ({
          value,
          label: t(`shown.outcomes.${value}`),
        })),
        searchable: false,
      }),
      filter.accessor("status", {
        type: "multiselect",
        label: t("checkouts.serviceSays"),
        searchable: false,
        options: SERVICE_STATUSES.map((value) => ({ value, label: value })),
      }),
      filter.accessor("created_at", { ...date, label: t("checkouts.created") }),
    ],
    [t, date]
  )
}

const FILTER_IDS = ["outcome", "status", "created_at"]

const column = createDataTableColumnHelper<Checkout>()

/** What the checkouts page shows of a checkout. */
function useColumns() {
  const { t } = useTranslation("instalments")
  const { amount } = useFormats()
  return useMemo(
    () => [
      column.accessor("id", {
        header: t("checkouts.reference"),
        cell: ({ getValue }) => <Reference id={getValue()} what="reference" />,
      }),
      column.accessor("outcome", {
        header: t("checkouts.outcome"),
        cell: ({ getValue }) => <OutcomeBadge outcome={getValue()} />,
      }),
      column.accessor("status", {
        header: t("checkouts.serviceSays"),
        cell: ({ getValue }) => getValue() ?? "–",
      }),
      column.accessor("amount", {
        header: t("checkouts.amount"),
        align: "right",
        enableSorting: true,
        sortAscLabel: t("table.lowestFirst"),
        sortDescLabel: t("table.highestFirst"),
        cell: ({ row: { original } }) =>
          amount(original.amount, original.currency),
      }),
      column.accessor("number_of_payments", {
        header: t("checkouts.term"),
        align: "right",
        cell: ({ getValue }) => getValue() ?? "–",
      }),
      column.accessor("order_id", {
        header: t("checkouts.order"),
        cell: ({ getValue }) => <OrderLink orderId={getValue()} />,
      }),
      column.accessor("cart_id", {
        header: t("checkouts.cart"),
        cell: ({ getValue }) => <Reference id={getValue()} what="cartId" />,
      }),
      column.accessor("created_at", {
        header: t("checkouts.created"),
        enableSorting: true,
        sortAscLabel: t("table.oldestFirst"),
        sortDescLabel: t("table.newestFirst"),
        cell: ({ getValue }) => <Moment at={getValue()} />,
      }),
    ],
    [t, amount]
  )
}

/** The ledger's checkouts, to search, filter, sort and export. */
function CheckoutTable() {
  const { t } = useTranslation("instalments")
  const columns = useColumns()
  const filters = useFilters()
  const state = useTableState(FILTER_IDS)
  const query = useCheckouts(listQuery(state))
  const rows = query.data && {
    rows: query.data.checkouts,
    count: query.data.count,
  }
  return (
    <ServerTable
      what={t("checkouts.what")}
      query={query}
      rows={rows}
      state={state}
      columns={columns}
      filters={filters}
      exported={{
        from: `${ROUTES.checkouts}/export`,
        fileName: "checkouts.csv",
        failure: t("checkouts.notExported"),
      }}
      rowHref={({ id }) => `/instalments/checkouts/${id}`}
      emptyState={{
        empty: {
          heading: t("checkouts.empty"),
          description: t("checkouts.emptyText"),
        },
        filtered: {
          heading: t("checkouts.noMatch"),
          description: t("table.changeSearch"),
        },
      }}
    />
  )
}
