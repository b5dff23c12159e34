import { defineRouteConfig } from "@medusajs/admin-sdk"
import {
  createDataTableColumnHelper,
  createDataTableFilterHelper,
} from "@medusajs/ui"
import { useMemo } from "react"
import { Trans, useTranslation } from "react-i18next"
import type {
  RefundRequest,
  RefundRequestList,
} from "../../../../api/admin/instalments/answers"
import { Actions } from "../../../actions/actions"
import { RefundStatusBadge, refundStatuses } from "../../../display/states"
import {
  Moment,
  OrderLink,
  Reference,
  RefundAmount,
} from "../../../display/values"
import { useDateFilter } from "../../../lists/address"
import { ListPage } from "../../../lists/list-page"

export const config = defineRouteConfig({
  label: "refundRequests.title",
  translationNs: "instalments",
  rank: 3,
})

/** Every refund that is owed or was asked for, and its fate. */
const RefundRequestsPage = () => (
  <ListPage
    name="refundRequests"
    rowsOf={({ refund_requests }: RefundRequestList) => refund_requests}
    columns={useColumns()}
    filters={useFilters()}
    checkoutOf={({ reference }) => reference}
  />
)
export default RefundRequestsPage

/** Who asks for refunds. */
const REASONS: RefundRequest["reason"][] = ["merchant", "system", "unplaced"]

const filter = createDataTableFilterHelper<RefundRequest>()

/** What refund requests can be filtered by. */
function useFilters() {
  const { t } = useTranslation("instalments")
  const date = useDateFilter()
  return useMemo(
    () => [
      filter.accessor("status", {
        type: "multiselect",
        label: t("refundRequests.status"),
        options: refundStatuses.map((value) => ({
          value,
          label: t(`shown.refundStatuses.${value}`),
        })),
        searchable: false,
      }),
      filter.accessor("reason", {
        type: "multiselect",
        label: t("refundRequests.askedBy"),
        options: REASONS.map((value) => ({
          value,
          label: t(`refundRequests.reasons.${value}`),
        })),
        searchable: false,
      }),
      filter.accessor("created_at", {
        ...date,
        label: t("refundRequests.asked"),
      }),
    ],
    [t, date]
  )
}

const column = createDataTableColumnHelper<RefundRequest>()

/** What the refund requests page shows of one. */
function useColumns() {
  const { t } = useTranslation("instalments")
  return useMemo(
    () => [
      column.accessor("refund_request_id", {
        header: t("refundRequests.serviceId"),
        cell: ({ getValue }) => (
          <Reference id={getValue()} what="refundRequestId" />
        ),
      }),
      column.accessor("status", {
        header: t("refundRequests.status"),
        cell: ({ getValue }) => <RefundStatusBadge status={getValue()} />,
      }),
      column.accessor("amount", {
        header: t("refundRequests.amount"),
        align: "right",
        enableSorting: true,
        sortAscLabel: t("table.lowestFirst"),
        sortDescLabel: t("table.highestFirst"),
        cell: ({ row: { original } }) => <RefundAmount request={original} />,
      }),
      column.accessor("reason", {
        header: t("refundRequests.askedBy"),
        cell: ({ getValue }) => t(`refundRequests.reasons.${getValue()}`),
      }),
      column.accessor("order_id", {
        header: t("refundRequests.order"),
        cell: ({ getValue }) => <OrderLink orderId={getValue()} />,
      }),
      column.accessor("created_at", {
        header: t("refundRequests.asked"),
        enableSorting: true,
        sortAscLabel: t("table.oldestFirst"),
        sortDescLabel: t("table.newestFirst"),
        cell: ({ getValue }) => <Moment at={getValue()} />,
      }),
      column.accessor("send_after", {
        header: t("refundRequests.sent"),
        cell: ({ row: { original } }) => <Sent request={original} />,
      }),
      column.accessor("finished_at", {
        header: t("refundRequests.ended"),
        cell: ({ getValue }) => <Moment at={getValue()} />,
      }),
      column.display({
        id: "actions",
        header: () => <span className="sr-only">{t("table.actions")}</span>,
        cell: ({ row: { original } }) => (
          <div onClick={(event) => event.stopPropagation()}>
            <Actions actions={original.actions} />
          </div>
        ),
      }),
    ],
    [t]
  )
}

/** When a refund request was sent, or from when on it will be. */
function Sent({ request }: { request: RefundRequest }) {
  const { t } = useTranslation("instalments")
  const { sent_at, send_after } = request
  return sent_at ? (
    <Moment at={sent_at} />
  ) : (
    <span className="text-ui-fg-subtle">
      <Trans
        t={t}
        i18nKey="refundRequests.sentAfter"
        components={{ moment: <Moment at={send_after} /> }}
      />
    </span>
  )
}
