import { defineRouteConfig } from "@medusajs/admin-sdk"
import {
  createDataTableColumnHelper,
  createDataTableFilterHelper,
} from "@medusajs/ui"
import { useMemo } from "react"
import { useTranslation } from "react-i18next"
import type {
  Checkout,
  CheckoutList,
} from "../../../../api/admin/instalments/answers"
import { useFormats } from "../../../display/format"
import { OutcomeBadge, outcomes } from "../../../display/states"
import { Moment, OrderLink, Reference } from "../../../display/values"
import { useDateFilter } from "../../../lists/address"
import { ListPage } from "../../../lists/list-page"

export const config = defineRouteConfig({
  label: "checkouts.title",
  translationNs: "instalments",
  rank: 2,
})

/** Every checkout of the ledger. */
const CheckoutsPage = () => (
  <ListPage
    name="checkouts"
    rowsOf={({ checkouts }: CheckoutList) => checkouts}
    columns={useColumns()}
    filters={useFilters()}
    checkoutOf={({ id }) => id}
  />
)
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
