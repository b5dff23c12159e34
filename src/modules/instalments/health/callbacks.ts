import { notifyUrl } from "../callback/notify-url"
import type { InstalmentsOptions } from "../options/parse-options"
import { THRESHOLDS, type Finding } from "./list"
import { failureWords, staysInside, type Answer, type Asked } from "./network"

const LOGIN = /log-?in|sign-?in|sso|oauth|auth\b/i

/** The callbacks that came and could not be verified, as the ledger counts them. */
export type Unverified = { count: number; last_at: Date; last_reason: string }

/** So many payments were found by asking since a callback was last verified. */
export type Silence = { payments: number; last_at: Date }

/** The options that decide where callbacks arrive. */
type CallbackOptions = Pick<InstalmentsOptions, "backendUrl" | "environment">

const ONLY_INSIDE = "Only this network reaches it."

/**
 * Whether the service can reach the callback address, judged by its form, or by
 * `found`, the IP addresses that DNS has for its host.
 */
export function addressFinding(
  { backendUrl, environment }: CallbackOptions,
  found: string[] = []
): Finding {
  const url = notifyUrl({ backendUrl })
  const saw = `The service posts to ${url}.`
  return staysInside(new URL(url).hostname, found)
    ? {
        state: environment === "production" ? "error" : "note",
        saw: `${saw} ${ONLY_INSIDE}`,
        next: "Fine with the sandbox on this machine. For the real service set backendUrl to a public https address; until then only the reconcile job learns of payments.",
      }
    : { state: "ok", saw }
}

/**
 * Whether callbacks can arrive, by an unsigned POST to the address: it must come
 * to the plugin's own route, which answers 401.
 */
export function probeFinding(
  asked: Asked,
  options: CallbackOptions,
  found: string[]
): Finding {
  const url = notifyUrl(options)
  if ("failure" in asked) {
    return wrong(
      `${url} ${failureWords(asked.failure)}.`,
      "Start the store, or set backendUrl to the address under which the internet reaches it, with a certificate of a public authority."
    )
  }
  const answered = judgeAnswer(url, asked.answer)
  const reached = addressFinding(options, found)
  return answered.state === "ok" && reached.state !== "ok"
    ? { ...reached, saw: `${answered.saw} ${ONLY_INSIDE}` }
    : answered
}

function judgeAnswer(url: string, { status, headers, text }: Answer): Finding {
  const target = headers.location ?? ""
  if (status === 401 && /X-Signature/.test(text)) {
    return {
      state: "ok",
      saw: `${url} answers, and refuses what is not signed (401).`,
    }
  }
  if (status === 401 || (status < 400 && LOGIN.test(target))) {
    return wrong(
      `${url} is behind a login${target && `, at ${target}`}.`,
      "Let POST requests to this path through without a login: the service has none."
    )
  }
  if (status === 403) {
    return wrong(
      `${url} answers 403, as a firewall or bot protection does.`,
      "Let POST requests to this path through without a challenge."
    )
  }
  if (status === 404) {
    return wrong(
      `${url} answers 404.`,
      "Set backendUrl to the address of the Medusa backend (not the storefront), and see that the plugin stands in its medusa-config."
    )
  }
  if (status >= 300 && status < 400) {
    return wrong(
      `${url} redirects to ${target || "nowhere"}.`,
      "Set backendUrl to the address that answers itself, or end the redirect for this path: a callback is a POST, which redirects lose."
    )
  }
  if (status >= 500) {
    return wrong(
      `${url} answers ${status}.`,
      "The backend, or the proxy before it, is failing: look at its log."
    )
  }
  if (status < 300 && /type=.?password/i.test(text)) {
    return wrong(
      `${url} answers with a login page.`,
      "Let POST requests to this path through without a login: the service has none."
    )
  }
  return wrong(
    `${url} answers ${status} to an unsigned POST, 401 is expected.`,
    "Something other than the plugin answers: set backendUrl to the address of the Medusa backend."
  )
}

function wrong(saw: string, next: string): Finding {
  return { state: "error", saw, next }
}

/**
 * Whether callbacks come and are verified. Anybody can post to the hook, so a
 * warning about unverified ones ends by itself: when a verified one came later
 * and no wrong one for a day. That none comes any more nobody else tells: each
 * payment is found, only late. `now` is milliseconds.
 */
export function callbacksFinding(
  verified_at: Date | null,
  unverified: Unverified | null,
  silence: Silence | null,
  now: number
): Finding {
  if (unverified && !isOver(verified_at, unverified, now)) {
    return {
      state: "warning",
      saw: `The last one that was not believed came on ${unverified.last_at.toISOString()}: ${unverified.last_reason}`,
      next: "If payments are placed late, look for “was not believed” in the log: the line says which callback options fit; if not, a stranger sends them.",
    }
  }
  if (silence) {
    const since = verified_at ? ` since ${verified_at.toISOString()}` : ""
    return {
      state: "warning",
      saw: `The last ${silence.payments} payments were found by asking the service: no callback has come${since}.`,
      next: "Orders are placed late, up to hours after a shopper who closes the page. Run the doctor, which tries the callback address; if it is right, ask the service's support whether callbacks are sent.",
    }
  }
  return verified_at
    ? {
        state: "ok",
        saw: `The last one came on ${verified_at.toISOString()} and was verified.`,
      }
    : {
        state: "unknown",
        saw: "None has come yet.",
        next: "The first payment will tell.",
      }
}

function isOver(verified: Date | null, { last_at }: Unverified, now: number) {
  return (
    verified !== null &&
    verified > last_at &&
    now - last_at.getTime() > THRESHOLDS.unverified
  )
}
