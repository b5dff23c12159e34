import { createDataTableFilterHelper } from "@medusajs/ui"
import type { RefundRequest } from "../../api/admin/instalments/answers"
import { refundStatuses } from "../display/refund-status"
import { lastDays } from "../table/last-days"
import { reasons } from "./reasons"

const filter = createDataTableFilterHelper<RefundRequest>()

/** What refund requests can be filtered by. */
export const refundRequestFilters = [
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
