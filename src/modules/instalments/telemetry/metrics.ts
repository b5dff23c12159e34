import { metrics } from "@medusajs/framework/opentelemetry/api"
import type { RefundRequestRow } from "../ledger/rows"

/**
 * What became of a callback: `settle`, `confirm` and `cancelled` are what the
 * plugin did next; `duplicate`: the payment was settled before; `nothing_new`:
 * it said what was known; `held`: it is kept for a person; `unverified`:
 * answered 401; `unverified_confirmed`: not verified, but the service confirmed
 * the payment; `unrecorded`: answered 503, so the service sends it again;
 * `unread`: its body is too long or was consumed by a parser before the plugin.
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
  | "unread"

/** Counts a callback. Metrics have no references: there would be too many values. */
export function countCallback(result: CallbackResult): void {
  count("instalments.callbacks", { result })
}

/** Counts a refund request that is new or has changed its status. */
export function countRefundRequest(
  before: Pick<RefundRequestRow, "status"> | null,
  { status, reason }: Pick<RefundRequestRow, "status" | "reason">
): void {
  if (before?.status !== status) {
    count("instalments.refund_requests", { status, reason })
  }
}

/** At the meter provider that is registered now; without one it does nothing. */
function count(name: string, attributes: Record<string, string>) {
  const meter = metrics.getMeter("medusa-payment-instalments")
  meter.createCounter(name).add(1, attributes)
}
