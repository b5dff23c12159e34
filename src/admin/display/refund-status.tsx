import { StatusBadge } from "@medusajs/ui"
import type { RefundStatus } from "../../api/admin/instalments/answers"

const LOOK = {
  filed: { color: "grey", label: "Filed" },
  scheduled: { color: "grey", label: "Scheduled" },
  sending: { color: "orange", label: "Sending" },
  in_doubt: { color: "red", label: "In doubt" },
  requested: { color: "orange", label: "Requested" },
  pending: { color: "orange", label: "Pending" },
  complete: { color: "green", label: "Complete" },
  failed: { color: "red", label: "Failed" },
  refused: { color: "red", label: "Refused" },
  withdrawn: { color: "grey", label: "Withdrawn" },
} as const

/** How far a refund request has come. */
export function RefundStatusBadge({ status }: { status: RefundStatus }) {
  const { color, label } = LOOK[status]
  return <StatusBadge color={color}>{label}</StatusBadge>
}

/** The statuses with their words, for filters. */
export const refundStatuses = (Object.keys(LOOK) as RefundStatus[]).map(
  (value) => ({ value, label: LOOK[value].label })
)
