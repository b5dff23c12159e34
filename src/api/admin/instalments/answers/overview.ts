import type { Moment, Day, RefundStatus, Figure } from "./words"

/** `GET /admin/instalments/overview?from=&to=`, both days included. */
export type OverviewAnswer = { overview: Overview }

/** The figures of a period for the shop's owner. */
export type Overview = {
  from: Day
  to: Day
  time_zone: string
  /** Of all that is counted: rows of another one, which the options had before, are left out. */
  currency: string
  /** Every day of the period, also those on which nothing happened. */
  days: {
    day: Day
    /** By the day the payment was learnt. `open` is not settled yet. */
    placed: Figure
    returned: Figure
    held: Figure
    open: Figure
    /** By the day the checkout was created. */
    cancelled: number
    abandoned: number
  }[]
  /** The paid checkouts of the period by term; null where it is not known. */
  terms: { number_of_payments: number | null; count: number; amount: number }[]
  /** Now, whatever the period: the oldest first, at most 200. */
  refunds_outstanding: {
    id: string
    reference: string
    order_id: string | null
    amount: number
    currency: string
    status: RefundStatus
    created_at: Moment
    age_seconds: number
  }[]
  refunds_outstanding_total: Figure
  /** From the callback's arrival to the placed order, by callback alone. */
  callback_to_order: {
    count: number
    median_seconds: number | null
    p90_seconds: number | null
  }
}
