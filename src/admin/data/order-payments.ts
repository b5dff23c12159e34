import type {
  Checkout,
  CheckoutDetail,
} from "../../api/admin/instalments/answers"

/** An order's checkouts as its page shows them. */
export type OrderPayments = {
  /** Money has arrived, or a person has to say whether it has. */
  payments: CheckoutDetail[]
  /** The shopper may still pay these. */
  waiting: CheckoutDetail[]
}

/**
 * Whether an order's page may have something to tell of a checkout. It has not
 * of one that ended without a payment, unless it may be identified yet.
 */
export function isOfInterest(checkout: Checkout): boolean {
  return (
    isPaid(checkout) ||
    checkout.outcome === "open" ||
    checkout.actions.some(({ name }) => name === "identify")
  )
}

/** Those that need a person first, then by date; the newest first in both. */
export function orderPayments(checkouts: CheckoutDetail[]): OrderPayments {
  const newestFirst = [...checkouts].sort((one, other) =>
    dateOf(other).localeCompare(dateOf(one))
  )
  const payments = newestFirst.filter(
    (checkout) => isPaid(checkout) || needsPerson(checkout)
  )
  return {
    payments: [
      ...payments.filter(needsPerson),
      ...payments.filter((checkout) => !needsPerson(checkout)),
    ],
    waiting: newestFirst.filter(
      (checkout) => checkout.outcome === "open" && !payments.includes(checkout)
    ),
  }
}

/** When a checkout was paid; when it was made, if it was not. */
export function dateOf(checkout: Checkout): string {
  return checkout.paid_at ?? checkout.created_at
}

/** Whether a refund of it is being booked or sent, and soon stands otherwise. */
export function isRefundMoving({ refund_requests }: CheckoutDetail): boolean {
  return refund_requests.some(({ status }) =>
    ["filed", "sending"].includes(status)
  )
}

function isPaid({ paid_at, outcome }: Checkout): boolean {
  return paid_at !== null || ["placed", "returned", "held"].includes(outcome)
}

function needsPerson({
  attention,
  contradiction,
  unknown_at,
}: CheckoutDetail): boolean {
  return attention.length > 0 || contradiction !== null || unknown_at !== null
}
