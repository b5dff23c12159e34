import { Button } from "@medusajs/ui"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import type {
  UnmatchedRefund,
  UnmatchedRefundsAnswer,
} from "../../api/admin/instalments/answers"
import { ROUTES, useRead } from "../data/queries"
import { useFormats } from "../display/format"
import { Section } from "../display/page"
import { Moment, Reference } from "../display/values"
import { BookRefundDrawer } from "./book-refund-drawer"

/** Refunds at the service that are not known here; nothing while there are none. */
export function UnmatchedRefunds() {
  const { t } = useTranslation("instalments")
  const { amount } = useFormats()
  const { data } = useRead<UnmatchedRefundsAnswer>(ROUTES.unmatchedRefunds)
  const [booking, setBooking] = useState<UnmatchedRefund>()
  const { unmatched_refunds: refunds = [], count = 0 } = data ?? {}
  if (count === 0) {
    return null
  }
  const newest =
    count > refunds.length ? ` ${t("attention.newestOf", { count })}` : ""
  return (
    <Section
      title={t("attention.refunds.title")}
      text={t("attention.refunds.text") + newest}
    >
      {refunds.map((refund) => (
        <div
          key={refund.refund_request_id}
          className="txt-compact-small flex flex-wrap items-center gap-x-4 gap-y-1 px-6 py-3"
        >
          <Reference id={refund.refund_request_id} what="refundRequestId" />
          <Moment at={refund.created_at} />
          <span className="text-ui-fg-subtle">{refund.status}</span>
          <span className="ml-auto whitespace-nowrap">
            {amount(refund.amount, refund.currency)}
          </span>
          <Button
            size="small"
            variant="secondary"
            disabled={refund.status === "failed"}
            onClick={() => setBooking(refund)}
          >
            {t("attention.refunds.book")}
          </Button>
        </div>
      ))}
      {booking && (
        <BookRefundDrawer
          refund={booking}
          onClose={() => setBooking(undefined)}
        />
      )}
    </Section>
  )
}
