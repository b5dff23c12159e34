import type { Moment } from "./words"

/**
 * A paid checkout of the service that no row of the ledger matches. Most often
 * it belongs to another system on the same account. `amount` is cents.
 */
export type UnmatchedPayment = {
  /** The service's id. */
  checkout_id: string
  amount: number
  currency: string
  /** By the service's clock. */
  created_at: Moment
  /** When the list first showed it. */
  seen_at: Moment
}

/** `GET /admin/instalments/unmatched`: at most 100, the newest first. */
export type UnmatchedAnswer = {
  unmatched_payments: UnmatchedPayment[]
  count: number
}

/**
 * A refund of the service's list that no refund request of this store matches:
 * made by the service's support, or by another system on the same account.
 * `amount` is cents.
 */
export type UnmatchedRefund = {
  /** The service's id. */
  refund_request_id: string
  amount: number
  currency: string
  /** The service's word when it was seen last. */
  status: string
  /** As the service writes it. */
  created_at: string
  /** When the list first showed it. */
  seen_at: Moment
}

/** `GET /admin/instalments/unmatched-refunds`: at most 100, the last seen first. */
export type UnmatchedRefundsAnswer = {
  unmatched_refunds: UnmatchedRefund[]
  count: number
}
