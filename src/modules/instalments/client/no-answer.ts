import type { Endpoint } from "../limits/endpoints"
import { UnavailableError } from "./errors"

const NO_CONNECTION = [
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
]

/**
 * What a request without a whole answer means, and whether it is worth another
 * try: a time-out was long enough for who waits, and what is too large stays so.
 */
export function readNoAnswer(
  cause: unknown,
  endpoint: Endpoint
): { error: UnavailableError; mayRetry: boolean } {
  const code = codeOf(cause)
  return {
    error: new UnavailableError(
      `${endpoint}: the service did not answer (${code}).`,
      NO_CONNECTION.includes(code)
    ),
    mayRetry: !/timeout|exceeded|overflow/i.test(code),
  }
}

/** The code of a failed request; an aborted one has a number for code. */
function codeOf(cause: unknown): string {
  const { code, name } = cause as { code?: unknown; name?: unknown }
  return String(typeof code === "string" ? code : (name ?? "unknown"))
}
