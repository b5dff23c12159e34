import { createDataTableFilterHelper } from "@medusajs/ui"
import type { Checkout } from "../../api/admin/instalments/answers"
import { outcomes } from "../display/outcome"
import { lastDays } from "../table/last-days"

const filter = createDataTableFilterHelper<Checkout>()

/** What checkouts can be filtered by. */
export const checkoutFilters = [
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
