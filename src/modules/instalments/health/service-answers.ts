import {
  CredentialsError,
  RateLimitError,
  SignatureError,
} from "../client/errors"
import { readError } from "../client/read-error"
import { configEnvelope } from "../client/schemas"
import type { Endpoint } from "../limits/endpoints"
import type { InstalmentsOptions } from "../options/parse-options"
import { inTwo, type Finding } from "./list"
import { failureWords, type Answer, type Asked } from "./network"

/** A request of the doctor, or when the store's limits allow one. */
export type AskedService = Asked | { waitSeconds: number }

/** The options that the doctor's requests are judged by. */
type Account = Pick<InstalmentsOptions, "baseUrl">

/** Address, TLS and client secret of the service, by one `GET /api/config`. */
export function serviceFinding(
  asked: AskedService,
  { baseUrl }: Account
): Finding {
  if ("waitSeconds" in asked) {
    return later("GET /api/config", asked.waitSeconds)
  }
  if ("failure" in asked) {
    return {
      state: "error",
      saw: `${baseUrl} ${failureWords(asked.failure)}.`,
      next: "Compare baseUrl with the address that the service gave you; then look at the network between.",
    }
  }
  const { status, headers, text } = asked.answer
  if (status === 200) {
    return bandsFinding(text, baseUrl)
  }
  const error = readError(status, text, "GET /api/config")
  if (error instanceof RateLimitError) {
    return later("GET /api/config", error.retryAfterSeconds)
  }
  if (error instanceof CredentialsError) {
    return { state: "error", ...inTwo(error.message) }
  }
  if (status >= 300 && status < 400) {
    return {
      state: "error",
      saw: `${baseUrl} redirects to ${headers.location ?? "nowhere"}.`,
      next: "Set baseUrl to the address itself: redirects are not followed.",
    }
  }
  return {
    state: "error",
    saw: `${baseUrl}/api/config answers ${status}.`,
    next:
      status >= 500
        ? "The service is failing. Try again later, then ask its support."
        : "Compare baseUrl with the address that the service gave you, without /api at its end.",
  }
}

function bandsFinding(text: string, baseUrl: string): Finding {
  try {
    const { rules } = configEnvelope.parse(JSON.parse(text))
    return {
      state: "ok",
      saw: `${baseUrl} takes the client secret and has ${rules.length} amount bands.`,
    }
  } catch {
    return {
      state: "error",
      saw: `${baseUrl}/api/config answers something that is not the merchant config.`,
      next: "Compare baseUrl with the address that the service gave you; a web page in front of it answers 200 too.",
    }
  }
}

/**
 * Whether the service takes our signature, by a refund of a checkout that does
 * not exist: 404 is right. A 400 quotes the signature that it expected, so the
 * answer's own text is never shown.
 */
export function signatureFinding(
  asked: AskedService,
  { baseUrl }: Account
): Finding {
  if ("waitSeconds" in asked) {
    return later("POST /api/refunds", asked.waitSeconds)
  }
  if ("failure" in asked) {
    const saw = `${baseUrl} ${failureWords(asked.failure)}.`
    return { state: "unknown", saw }
  }
  const { status, text } = asked.answer
  if (status === 404) {
    return {
      state: "ok",
      saw: "The service takes it: a refund of no checkout is refused for that reason (404).",
    }
  }
  if (status === 422) {
    return {
      state: "note",
      saw: "The service did not refuse it, and refused the request for another reason (422 where 404 is documented).",
    }
  }
  const error = readError(status, text, "POST /api/refunds")
  if (error instanceof RateLimitError) {
    return later("POST /api/refunds", error.retryAfterSeconds)
  }
  if (error instanceof SignatureError) {
    const { saw, next } = inTwo(error.message)
    const between =
      "If it is, something between changes the body or the header."
    return { state: "error", saw, next: `${next} ${between}` }
  }
  return {
    state: "unknown",
    saw:
      error instanceof CredentialsError
        ? "The service refuses the client secret first (401)."
        : `The service answered ${status}, 404 was expected.`,
  }
}

function later(endpoint: Endpoint, seconds: number): Finding {
  return {
    state: "unknown",
    saw: `${endpoint}: the service's rate limit is used up.`,
    next: `Run the doctor again in ${seconds} seconds.`,
  }
}

/** How far the service's clock is ahead of this machine's, by an answer's `Date`. */
export function clockDifference(answer: Answer | undefined): number | null {
  const theirs = Date.parse(answer?.headers.date ?? "")
  return answer && !Number.isNaN(theirs) ? theirs - answer.at : null
}
