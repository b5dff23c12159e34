import type { RefundRequest } from "../../api/admin/instalments/answers"

const LABELS: Record<RefundRequest["reason"], string> = {
  merchant: "A person",
  system: "Medusa",
  unplaced: "Settling",
}

/** Who asked for a refund, in words. */
export function reasonLabel(reason: RefundRequest["reason"]): string {
  return LABELS[reason]
}

/** The reasons with their words, for filters. */
export const reasons = Object.entries(LABELS).map(([value, label]) => ({
  value,
  label,
}))
