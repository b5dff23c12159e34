import type { Answer } from "../http/exchange"
import { problem } from "../http/exchange"
import type { Written } from "../http/write-answer"
import { rateLimitDetail } from "../limits/limiter"
import type { Fault } from "./fault"

/** What a fault answers instead of processing the request, if it does so. */
export function answerInstead(fault: Fault | undefined): Answer | undefined {
  if (fault?.kind === "error") {
    return problem(fault.status ?? 500, "Something went wrong.")
  }
  return fault?.kind === "rate_limit"
    ? problem(429, rateLimitDetail(fault.seconds ?? 30))
    : undefined
}

/** Spoils the answer of a request that was processed. */
export function spoil(fault: Fault | undefined, written: Written): Written {
  const { body } = written
  if (fault?.kind === "truncated") {
    const half = body.slice(0, Math.floor(body.length / 2))
    return { ...written, status: 200, body: half }
  }
  if (fault?.kind === "wrong_types" && body.startsWith("{")) {
    return { ...written, body: JSON.stringify(mistype(JSON.parse(body))) }
  }
  return written
}

/** The same shape with every value of a type that nobody expects. */
function mistype(value: unknown): unknown {
  if (typeof value === "number") {
    return String(value)
  }
  if (typeof value === "string") {
    return value.length
  }
  if (typeof value !== "object" || value === null) {
    return value
  }
  // A list becomes an object with numbers for names.
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, mistype(one)])
  )
}
