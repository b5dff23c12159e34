import { z } from "@medusajs/framework/zod"
import { keptText } from "../domain/kept-text"
import { ENDPOINTS, LONGEST_PAUSE_MS, type Endpoint } from "../limits/endpoints"
import {
  CredentialsError,
  RateLimitError,
  RuleError,
  SignatureError,
  UnavailableError,
  UnexpectedAnswerError,
  type ServiceError,
} from "./errors"

const errorBody = z.object({
  errors: z.array(z.object({ detail: z.string().optional() })),
})

/**
 * How the specification says that such a detail begins (Authentication, Errors).
 * The word alone means nothing: a detail may quote a product or a person.
 */
const REFUSED_SIGNATURE = /^\s*request signature does not match/i

/**
 * What a proxy answers while the service may still work on the request: it took
 * too long (408), or was broken off on the way (499). The service refuses nothing by it.
 */
const OF_PROXIES = [408, 499]

/**
 * The one error class that an answer other than 2xx means (Errors in the API
 * specification). What the service says about a signature is removed here,
 * before any error object holds it, and so is what it quotes of the shopper:
 * `personal`, as it was sent, every e-mail address and every run of digits.
 */
export function readError(
  status: number,
  body: string,
  what: Endpoint,
  personal: string[] = []
): ServiceError {
  const details = readDetails(body)
  const detail = tidy(details.join(" "), personal)
  if (status === 401) {
    return new CredentialsError(
      `${what}: the service refused the client secret (401). Check clientSecret and that baseUrl is of the same environment.`
    )
  }
  if (status === 400 && details.some((one) => REFUSED_SIGNATURE.test(one))) {
    return new SignatureError(
      `${what}: the service refused the signature (400). Check that signingSecret is of the same environment as baseUrl.`
    )
  }
  if (status === 429) {
    const seconds = retrySeconds(body, what)
    return new RateLimitError(
      `${what}: the service's rate limit is reached (429). Try again in ${seconds} seconds.`,
      seconds
    )
  }
  if (status >= 500 || OF_PROXIES.includes(status)) {
    return new UnavailableError(
      `${what}: the service is not available (${status}).`
    )
  }
  if (status >= 400) {
    return new RuleError(
      `${what}: the service refused it (${status}): ${detail || "no reason given"}`,
      status,
      detail
    )
  }
  return new UnexpectedAnswerError(
    `${what}: the service answered ${status}, which the API does not have. Redirects are not followed.`
  )
}

/**
 * After how many seconds a 429 allows the next request. The seconds may be
 * anywhere in the errors; without them it is the limit's window.
 */
export function retrySeconds(body: string, what: Endpoint): number {
  const named = /try again in (\d+) second/i.exec(body)
  return Math.min(
    Number(named?.[1] ?? ENDPOINTS[what].windowMs / 1_000),
    LONGEST_PAUSE_MS / 1_000
  )
}

function readDetails(body: string): string[] {
  try {
    const { errors } = errorBody.parse(JSON.parse(body))
    return errors.flatMap((error) => error.detail ?? [])
  } catch {
    return []
  }
}

/** Without what may not be kept: signatures, and what `keptText` cuts. */
function tidy(detail: string, personal: string[]): string {
  const unsigned = detail
    // PostgreSQL's text cannot hold a zero byte.
    .replaceAll("\0", "\uFFFD")
    .replace(/[0-9a-f]{128}/gi, "[cut]")
    .replace(/[A-Za-z0-9+/_-]{86}={0,2}/g, "[cut]")
  return keptText(unsigned, personal)
}

/**
 * The error of a request without a whole answer, and whether to try again. A
 * time-out is not tried again, because somebody waits; nor is an answer that is
 * too large.
 */
export function readNoAnswer(
  cause: unknown,
  endpoint: Endpoint,
  neverSent: boolean
): { error: UnavailableError; mayRetry: boolean } {
  const why = whyNoAnswer(cause)
  return {
    error: new UnavailableError(
      `${endpoint}: the service did not answer (${why}).`,
      neverSent
    ),
    mayRetry: !/timeout|exceeded|overflow/i.test(why),
  }
}

/**
 * The code of a failed request; one whose time is over has a number for code. What a
 * proxy does has only a message.
 */
export function whyNoAnswer(cause: unknown): string {
  const { code, name, message } = cause as Partial<NodeJS.ErrnoException>
  const said = code === "UND_ERR_ABORTED" ? message : code
  return typeof said === "string" ? said : (name ?? "unknown")
}
