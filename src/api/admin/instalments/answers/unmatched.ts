import type { Moment } from "./words"

/**
 * A paid checkout of the service that no row of the ledger has: of another
 * system on the same account, most often. `amount` is cents.
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
