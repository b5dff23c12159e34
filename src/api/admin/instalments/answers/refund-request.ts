import type { Moment, RefundStatus, Action } from "./words"

/** A refund request of the ledger. */
export type RefundRequest = {
  id: string
  /** The ledger's checkout. */
  reference: string
  checkout_id: string | null
  /** The service's id; null until it has accepted the refund request. */
  refund_request_id: string | null
  amount: number
  currency: string
  status: RefundStatus
  /** The service's own word, also one this plugin does not know. */
  service_status: string | null
  /** Who asked: a person in the admin, Medusa itself, or settling. */
  reason: "merchant" | "system" | "unplaced"
  payment_id: string | null
  /** Medusa's refund. */
  refund_id: string | null
  /** The order of the checkout. */
  order_id: string | null
  created_at: Moment
  send_after: Moment
  sent_at: Moment | null
  finished_at: Moment | null
  /** When background work looks at it again by itself. */
  next_look_at: Moment | null
  last_error: string | null
  /** Why it waits for a person. */
  held_reason: string | null
  /** The refund request in doubt that it waits for to end. */
  waits_for: string | null
  /** When Medusa's books were put back after it had failed. */
  undone_at: Moment | null
  actions: Action[]
}

/** `GET /admin/instalments/refund-requests` */
export type RefundRequestList = {
  refund_requests: RefundRequest[]
  count: number
  offset: number
  limit: number
}

/** `POST /admin/instalments/refund-requests/:id/retry` */
export type RefundRequestAnswer = { refund_request: RefundRequest }
