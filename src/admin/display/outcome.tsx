import { StatusBadge } from "@medusajs/ui"
import type { Outcome } from "../../api/admin/instalments/answers"

const LOOK = {
  open: { color: "orange", label: "Open" },
  placed: { color: "green", label: "Placed" },
  returned: { color: "blue", label: "Returned" },
  held: { color: "red", label: "Held" },
  closed: { color: "grey", label: "Closed" },
} as const

/** How a checkout has ended for the store. */
export function OutcomeBadge({ outcome }: { outcome: Outcome }) {
  const { color, label } = LOOK[outcome]
  return <StatusBadge color={color}>{label}</StatusBadge>
}

/** The outcomes with their words, for filters and plots. */
export const outcomes = (Object.keys(LOOK) as Outcome[]).map((value) => ({
  value,
  label: LOOK[value].label,
}))
