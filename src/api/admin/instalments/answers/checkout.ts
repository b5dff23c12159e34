import type { AttentionItem } from "./attention"
import type { RefundRequest } from "./refund-request"
import type { Moment, Outcome, Action } from "./words"

/** A checkout of the ledger. */
export type Checkout = {
  /** The reference. */
  id: string
  /** The service's id; null while the creation has not been answered. */
  checkout_id: string | null
  /** The service's word, also one this plugin does not know; null before. */
  status: string | null
  outcome: Outcome
  /** Why it is held or was returned, in a sentence. */
  held_reason: string | null
  amount: number
  currency: string
  number_of_payments: number | null
  payment_session_id: string
  /** Null when it pays what an order owes. */
  cart_id: string | null
  order_id: string | null
  /** When the shopper chose instalments. */
  created_at: Moment
  /** When the payment was learnt. */
  paid_at: Moment | null
  /** When the outcome became what it is; null while it is open. */
  outcome_at: Moment | null
  /** When the service was last asked about it. */
  asked_at: Moment | null
  /** When background work looks at it again by itself. */
  next_look_at: Moment | null
  /** What went wrong last. */
  last_error: string | null
  /** The service's word, when it takes back that this was successful. */
  contradiction: string | null
  /** What can be done with it now. */
  actions: Action[]
}

/** `GET /admin/instalments/checkouts` */
export type CheckoutList = {
  checkouts: Checkout[]
  count: number
  offset: number
  limit: number
}

/** A verified callback of one checkout. */
export type CheckoutCallback = {
  id: string
  status: string | null
  number_of_payments: number | null
  /** Why it was kept and changed nothing; null for an ordinary one. */
  held_reason: string | null
  /** How often these very bytes came. */
  deliveries: number
  received_at: Moment
  last_received_at: Moment
}

/** One entry of what happened to a checkout, oldest first. */
export type TimelineEntry = {
  at: Moment
  kind:
    | "created"
    | "creation_failed"
    | "callback"
    | "asked"
    | "paid"
    | "cancelled"
    | "placed"
    | "returned"
    | "held"
    | "closed"
    | "refund_asked"
    | "refund_sent"
    | "refund_complete"
    | "refund_failed"
  /** A sentence for the merchant. */
  text: string
  /** When what this entry waits for happens next, without anybody's doing. */
  next_at?: Moment
}

/** `GET /admin/instalments/checkouts/:id` */
export type CheckoutDetail = Checkout & {
  refund_requests: RefundRequest[]
  callbacks: CheckoutCallback[]
  timeline: TimelineEntry[]
  /** What needs a person, of this checkout and its refunds; open items only. */
  attention: AttentionItem[]
}

/**
 * `GET /admin/instalments/checkouts/:id`, and what `POST …/:id/check`,
 * `/settle` and `/refund` answer when they are done.
 */
export type CheckoutAnswer = { checkout: CheckoutDetail }
