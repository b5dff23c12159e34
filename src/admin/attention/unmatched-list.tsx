import { Button, Container, Heading, Text } from "@medusajs/ui"
import { useState, type ReactNode } from "react"
import { useTranslation } from "react-i18next"
import type {
  UnmatchedPayment,
  UnmatchedRefund,
} from "../../api/admin/instalments/answers"
import { useUnmatched, useUnmatchedRefunds } from "../data/queries"
import { useFormats } from "../display/format"
import { Moment, Reference } from "../display/values"
import { BookRefundDrawer } from "./book-refund-drawer"

/** What is paid at the service and not known here; nothing while there is none. */
export function UnmatchedList() {
  const { t } = useTranslation("instalments")
  const { data } = useUnmatched()
  return (
    <Unmatched
      title={t("attention.payments.title")}
      text={t("attention.payments.text")}
      entries={data?.unmatched_payments ?? []}
      count={data?.count ?? 0}
    />
  )
}

/** The same for refunds, which can be booked when they are this store's. */
export function UnmatchedRefundList() {
  const { t } = useTranslation("instalments")
  const { data } = useUnmatchedRefunds()
  const [booking, setBooking] = useState<UnmatchedRefund>()
  return (
    <>
      <Unmatched
        title={t("attention.refunds.title")}
        text={t("attention.refunds.text")}
        entries={data?.unmatched_refunds ?? []}
        count={data?.count ?? 0}
        action={(refund) => (
          <Button
            size="small"
            variant="secondary"
            disabled={refund.status === "failed"}
            onClick={() => setBooking(refund)}
          >
            {t("attention.refunds.book")}
          </Button>
        )}
      />
      {booking && (
        <BookRefundDrawer
          refund={booking}
          onClose={() => setBooking(undefined)}
        />
      )}
    </>
  )
}

function Unmatched<T extends UnmatchedPayment | UnmatchedRefund>({
  title,
  text,
  entries,
  count,
  action,
}: {
  title: string
  text: string
  entries: T[]
  count: number
  action?: (entry: T) => ReactNode
}) {
  const { t } = useTranslation("instalments")
  const { amount } = useFormats()
  if (count === 0) {
    return null
  }
  return (
    <Container className="divide-y p-0">
      <div className="flex flex-col gap-y-1 px-6 py-4">
        <Heading level="h2">{title}</Heading>
        <Text size="small" className="text-ui-fg-subtle text-pretty">
          {text}
          {count > entries.length && ` ${t("attention.newestOf", { count })}`}
        </Text>
      </div>
      {entries.map((entry) => (
        <div
          key={idOf(entry)}
          className="txt-compact-small flex flex-wrap items-center gap-x-4 gap-y-1 px-6 py-3"
        >
          <Reference
            id={idOf(entry)}
            what={isRefund(entry) ? "refundRequestId" : "checkoutId"}
          />
          <Moment at={entry.created_at} />
          {isRefund(entry) && (
            <span className="text-ui-fg-subtle">{entry.status}</span>
          )}
          <span className="ml-auto whitespace-nowrap">
            {amount(entry.amount, entry.currency)}
          </span>
          {action?.(entry)}
        </div>
      ))}
    </Container>
  )
}

const isRefund = (
  entry: UnmatchedPayment | UnmatchedRefund
): entry is UnmatchedRefund => "refund_request_id" in entry
const idOf = (entry: UnmatchedPayment | UnmatchedRefund) =>
  isRefund(entry) ? entry.refund_request_id : entry.checkout_id
