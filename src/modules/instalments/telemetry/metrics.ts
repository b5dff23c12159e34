import type { CheckoutRow, RefundRequestRow } from "../ledger/rows"
import type { Endpoint } from "../limits/endpoints"
import { instruments } from "./instruments"

/**
 * What became of a callback: `settle`, `confirm` and `cancelled` are what it
 * made the plugin do, `duplicate` one whose payment was settled before,
 * `nothing_new` one that said what was known, `held` one that is kept for a
 * person; `unverified` was answered 401, `unverified_confirmed` was proven by
 * asking the service, `unrecorded` was answered 503 and comes again.
 */
export type CallbackResult =
  | "settle"
  | "confirm"
  | "cancelled"
  | "duplicate"
  | "nothing_new"
  | "held"
  | "unverified"
  | "unverified_confirmed"
  | "unrecorded"

/** Counts a callback. References stay out of metrics: there is no end of them. */
export function countCallback(result: CallbackResult): void {
  instruments().callbacks.add(1, { result })
}

/** Measures how long a payment was known before it was placed, returned or held. */
export function measureSettled(
  { outcome, paid_at }: Pick<CheckoutRow, "outcome" | "paid_at">,
  now: number
): void {
  if (outcome !== "open" && paid_at) {
    const seconds = Math.max(0, now - paid_at.getTime()) / 1_000
    instruments().settleDuration.record(seconds, { outcome })
  }
}

/** Counts a refund request that came into another status, or is new. */
export function countRefundRequest(
  before: Pick<RefundRequestRow, "status"> | null,
  { status, reason }: Pick<RefundRequestRow, "status" | "reason">
): void {
  if (before?.status !== status) {
    instruments().refundRequests.add(1, { status, reason })
  }
}

/**
 * Measures how long a request must wait for a limit: by the plugin's own count,
 * which sends nothing, or because the service answered 429.
 */
export function measureLimitWait(
  endpoint: Endpoint,
  ms: number,
  limited_by: "own_count" | "service"
): void {
  instruments().limitWait.record(ms / 1_000, { endpoint, limited_by })
}
