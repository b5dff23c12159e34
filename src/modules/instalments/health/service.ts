import {
  CredentialsError,
  RateLimitError,
  SignatureError,
} from "../client/errors"
import { readError } from "../client/read-error"
import { configEnvelope } from "../client/schemas"
import type { Endpoint } from "../limits/endpoints"
import { inTwo, THRESHOLDS, type Finding } from "./list"
import { failureWords, type Answer, type Asked } from "./network"

/** What the service's last answers told, as the ledger keeps it. */
export type Contact = {
  accepted_at: Date | null
  refused_at: Date | null
  refused_reason: string | null
  /** The service's clock minus the plugin's. */
  clock_difference_ms: number | null
  clock_at: Date | null
}

/** A request of the doctor's: it may have to wait for the store's limits. */
export type AskedService = Asked | { waitSeconds: number }

/** Since when the service refuses the credentials; null when it does not. */
export function refusedSince({
  accepted_at,
  refused_at,
}: Contact): Date | null {
  return refused_at && (!accepted_at || refused_at >= accepted_at)
    ? refused_at
    : null
}

/** Whether the service accepted the credentials when it was last asked. */
export function credentialsFinding(contact: Contact): Finding {
  const refused = refusedSince(contact)
  if (refused) {
    const { saw, next } = inTwo(String(contact.refused_reason))
    return {
      state: "error",
      saw,
      next: `${next ? `${next} ` : ""}Seen on ${refused.toISOString()}.`,
    }
  }
  return contact.accepted_at
    ? {
        state: "ok",
        saw: `The service accepted them on ${contact.accepted_at.toISOString()}.`,
      }
    : {
        state: "unknown",
        saw: "The service has not answered yet.",
        next: "Refresh the config to see.",
      }
}

/** The same by one `GET /api/config` that was just sent. */
export function serviceFinding(asked: AskedService, baseUrl: string): Finding {
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
  baseUrl: string
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

/** Since when the config is too old; null while it is fresh. `now` is milliseconds. */
export function configOldSince(fetched: Date, now: number): Date | null {
  const due = fetched.getTime() + THRESHOLDS.configOld
  return due > now ? null : new Date(due)
}

/** Whether the merchant config is known and fresh. */
export function configFinding(fetched: Date | null, now: number): Finding {
  const next = "Refresh it; if that fails, see Credentials on the set-up page."
  if (!fetched) {
    return {
      state: "error",
      saw: "It was never read, so no instalments are offered to shoppers.",
      next,
    }
  }
  const saw = `It was last read on ${fetched.toISOString()}.`
  return configOldSince(fetched, now)
    ? {
        state: "warning",
        saw: `${saw} Shoppers are shown the terms of that time, and nothing any more once it is three days old.`,
        next,
      }
    : { state: "ok", saw }
}

/** How far the service's clock is ahead of this machine's, by an answer's `Date`. */
export function clockDifference(answer: Answer | undefined): number | null {
  const theirs = Date.parse(answer?.headers.date ?? "")
  return answer && !Number.isNaN(theirs) ? theirs - answer.at : null
}

/**
 * Whether the clocks agree, by the service's minus ours in milliseconds: the
 * same-day and 100-day rules hang on it. The sandbox's may have been moved as
 * `clockOffset` moves the plugin's.
 */
export function clockFinding(
  difference: number | null,
  clockOffset = 0
): Finding {
  if (difference === null) {
    return {
      state: "unknown",
      saw: "The service's clock has not been seen yet.",
    }
  }
  const nearest = Math.min(
    Math.abs(difference),
    Math.abs(difference - clockOffset)
  )
  const seconds = (Math.abs(difference) / 1_000).toFixed(1)
  const saw = `The store's clock is ${seconds} seconds ${difference > 0 ? "behind" : "ahead of"} the service's.`
  if (nearest > THRESHOLDS.clockApart) {
    return {
      state: "warning",
      saw,
      next: "Set this machine's clock by NTP: refunds are allowed by the day.",
    }
  }
  return clockOffset === 0
    ? { state: "ok", saw }
    : {
        state: "note",
        saw: `It is right, and the option clockOffset moves the plugin's by ${clockOffset / 1_000} seconds.`,
      }
}
