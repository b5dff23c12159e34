import {
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Span,
} from "@medusajs/framework/opentelemetry/api"
import { messageOf } from "../message-of"
import { SCOPE } from "./instruments"

/**
 * Runs work in a span of its own, under the one that is active. An error marks
 * the span and is thrown on. Where nothing is registered it only runs the work.
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

/** Marks a span whose work has failed without throwing. */
export function fail(span: Span, message: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR, message })
}
