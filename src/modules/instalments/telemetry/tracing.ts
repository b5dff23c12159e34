import {
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Span,
} from "@medusajs/framework/opentelemetry/api"
import { asAttributes, checkoutReferences, messageOf } from "./log"
import { measureSettled, SCOPE } from "./metrics"
import type { CheckoutRow } from "../ledger/rows"

/**
 * Runs work in a span of its own, below the active one. An error marks the span
 * and is rethrown. Without a tracer provider it only runs the work.
 */
export function traced<T>(
  name: string,
  attributes: Attributes,
  work: (span: Span) => Promise<T>,
  kind: SpanKind = SpanKind.INTERNAL
): Promise<T> {
  const tracer = trace.getTracer(SCOPE)
  return tracer.startActiveSpan(name, { attributes, kind }, async (span) => {
    try {
      return await work(span)
    } catch (error) {
      fail(span, messageOf(error))
      throw error
    } finally {
      span.end()
    }
  })
}

/** Marks a span whose work failed without an error. */
function fail(span: Span, message: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR, message })
}

/**
 * Writes the result of an attempt to settle into its span, and measures it when
 * the payment is settled. An attempt that will be repeated marks the span as
 * failed.
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
