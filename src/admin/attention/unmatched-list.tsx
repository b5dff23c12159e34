import { Button, Container, Heading, Text } from "@medusajs/ui"
import { useState, type ReactNode } from "react"
import type {
  UnmatchedPayment,
  UnmatchedRefund,
} from "../../api/admin/instalments/answers"
import { useUnmatched, useUnmatchedRefunds } from "../data/queries"
import { amountText } from "../display/format"
import { Moment, Reference } from "../display/values"
import { BookRefundDrawer } from "./book-refund-drawer"

/** What is paid at the service and not known here; nothing while there is none. */
export function UnmatchedList() {
  const { data } = useUnmatched()
  return (
    <Unmatched
      title="Paid at the service, not known here"
      text="No checkout of this store is one of these. They are most often of another system on the same merchant account, and nothing has to be done."
      entries={data?.unmatched_payments ?? []}
      count={data?.count ?? 0}
    />
  )
}

/** The same for refunds, which can be booked when they are this store's. */
export function UnmatchedRefundList() {
  const { data } = useUnmatchedRefunds()
  const [booking, setBooking] = useState<UnmatchedRefund>()
  return (
    <>
      <Unmatched
        title="Refunded at the service, not known here"
        text="None of these is known to be a refund of this store. They were made by the service's support, or by another system on the same merchant account. Book what support refunded of an order of this store, so that the order's totals are right; nothing is sent for it."
        entries={data?.unmatched_refunds ?? []}
        count={data?.count ?? 0}
        action={(refund) => (
          <Button
            size="small"
            variant="secondary"
            disabled={refund.status === "failed"}
            onClick={() => setBooking(refund)}
          >
            Book
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
  if (count === 0) {
    return null
  }
  return (
    <Container className="divide-y p-0">
      <div className="flex flex-col gap-y-1 px-6 py-4">
        <Heading level="h2">{title}</Heading>
        <Text size="small" className="text-ui-fg-subtle text-pretty">
          {text}
          {count > entries.length && ` These are the newest of ${count}.`}
        </Text>
      </div>
      {entries.map((entry) => (
        <div
          key={idOf(entry)}
          className="txt-compact-small flex flex-wrap items-center gap-x-4 gap-y-1 px-6 py-3"
        >
          <Reference
            id={idOf(entry)}
            what={isRefund(entry) ? "refund request id" : "checkout id"}
          />
          <Moment at={entry.created_at} />
          {isRefund(entry) && (
            <span className="text-ui-fg-subtle">{entry.status}</span>
          )}
          <span className="ml-auto whitespace-nowrap">
            {amountText(entry.amount, entry.currency)}
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
