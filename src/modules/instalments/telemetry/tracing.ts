import {
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Span,
} from "@medusajs/framework/opentelemetry/api"
import { messageOf } from "./log"

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
  const tracer = trace.getTracer("medusa-payment-instalments")
  return tracer.startActiveSpan(name, { attributes, kind }, async (span) => {
    try {
      return await work(span)
    } catch (error) {
      const message = messageOf(error)
      span.setStatus({ code: SpanStatusCode.ERROR, message })
      throw error
    } finally {
      span.end()
    }
  })
}
