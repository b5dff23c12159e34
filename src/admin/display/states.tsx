import { StatusBadge } from "@medusajs/ui"
import type { Outcome, RefundStatus } from "../../api/admin/instalments/answers"

const OUTCOMES = {
  open: { color: "orange", label: "Open" },
  placed: { color: "green", label: "Placed" },
  returned: { color: "blue", label: "Returned" },
  held: { color: "red", label: "Held" },
  closed: { color: "grey", label: "Closed" },
} as const

/** How a checkout has ended for the store. */
export function OutcomeBadge({ outcome }: { outcome: Outcome }) {
  const { color, label } = OUTCOMES[outcome]
  return <StatusBadge color={color}>{label}</StatusBadge>
}

/** The outcomes with their words, for filters and plots. */
export const outcomes = (Object.keys(OUTCOMES) as Outcome[]).map((value) => ({
  value,
  label: OUTCOMES[value].label,
}))

const REFUND_STATUSES = {
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
  const { color, label } = REFUND_STATUSES[status]
  return <StatusBadge color={color}>{label}</StatusBadge>
}

/** The statuses with their words, for filters. */
export const refundStatuses = (
  Object.keys(REFUND_STATUSES) as RefundStatus[]
).map((value) => ({ value, label: REFUND_STATUSES[value].label }))
