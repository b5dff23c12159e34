import type { Span } from "@medusajs/framework/opentelemetry/api"
import type { CheckoutRow } from "../ledger/rows"
import { measureSettled } from "./metrics"
import { asAttributes, checkoutReferences } from "./log"
import { fail } from "./tracing"

/**
 * Says in a span what an attempt to settle came to, and measures it when the
 * payment is settled. One that is tried again marks the span as failed.
 */
export function describeSettling(
  span: Span,
  after: CheckoutRow,
  now: number
): void {
  span.setAttributes({
    ...asAttributes(checkoutReferences(after)),
    "instalments.outcome": after.outcome,
    "instalments.settle.attempt": after.settle_attempts,
  })
  if (after.outcome === "open") {
    fail(span, after.last_error ?? "It is tried again")
  }
  measureSettled(after, now)
}
