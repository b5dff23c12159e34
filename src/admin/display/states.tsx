import { StatusBadge } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { Outcome, RefundStatus } from "../../api/admin/instalments/answers"

const OUTCOMES = {
  open: "orange",
  placed: "green",
  returned: "blue",
  held: "red",
  closed: "grey",
} as const satisfies Record<Outcome, string>

/** All outcomes, for filters. */
export const outcomes = Object.keys(OUTCOMES) as Outcome[]

/** How a checkout has ended for the store. */
export function OutcomeBadge({ outcome }: { outcome: Outcome }) {
  const { t } = useTranslation("instalments")
  return (
    <StatusBadge color={OUTCOMES[outcome]}>
      {t(`shown.outcomes.${outcome}`)}
    </StatusBadge>
  )
}

const REFUND_STATUSES = {
  filed: "grey",
  scheduled: "grey",
  sending: "orange",
  in_doubt: "red",
  requested: "orange",
  pending: "orange",
  complete: "green",
  failed: "red",
  refused: "red",
  withdrawn: "grey",
} as const satisfies Record<RefundStatus, string>

/** All statuses of refund requests, for filters. */
export const refundStatuses = Object.keys(REFUND_STATUSES) as RefundStatus[]

/** How far a refund request has come. */
export function RefundStatusBadge({ status }: { status: RefundStatus }) {
  const { t } = useTranslation("instalments")
  return (
    <StatusBadge color={REFUND_STATUSES[status]}>
      {t(`shown.refundStatuses.${status}`)}
    </StatusBadge>
  )
}
