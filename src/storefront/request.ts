/// <reference lib="dom" />
import { InstalmentsError, type InstalmentsErrorCode } from "./errors.js"

/** How the store is reached. */
export type Connection = {
  /** The address of the Medusa backend, like `https://api.shop.example`. */
  baseUrl: string
  /** The publishable API key of the shop's sales channel. */
  publishableKey: string
  /** What to fetch with; the global `fetch` unless given. */
  fetch?: typeof fetch
}

/** One request: a GET, or a POST when there is a body. */
export type Asked = {
  path: string
  /** The key of the answer that is wanted: Medusa wraps every answer in one. */
  key: string
  body?: unknown
  /** The answer is the same for everybody: a framework may keep it. */
  isPublic?: boolean
  signal?: AbortSignal
  /** So long the answer is waited for, in milliseconds; else half a minute. */
  maxWaitMs?: number
}

const MAX_WAIT_MS = 30_000

/**
 * Asks the store, and answers what is under the key.
 *
 * @throws InstalmentsError; or the signal's own reason when it is aborted.
 */
export async function request<T extends object>(
  connection: Connection,
  { path, key, body, isPublic, signal, maxWaitMs = MAX_WAIT_MS }: Asked
): Promise<T> {
  const { baseUrl, publishableKey, fetch: send = fetch } = connection
  const timeout = new AbortController()
  const giveUp = () => timeout.abort()
  const timer = setTimeout(giveUp, maxWaitMs)
  signal?.addEventListener("abort", giveUp)
  try {
    signal?.throwIfAborted()
    const response = await send(baseUrl.replace(/\/+$/, "") + path, {
      method: body ? "POST" : "GET",
      // Frameworks keep what a server fetches, whatever the store says of it.
      ...(isPublic ? {} : { cache: "no-store" }),
      headers: {
        "x-publishable-api-key": publishableKey,
        ...(body ? { "content-type": "application/json" } : {}),
      },
      body: body ? JSON.stringify(body) : null,
      signal: timeout.signal,
    })
    const answer = await response.json().catch(() => null)
    const found = answer?.[key]
    // A proxy's page or another program's answer is no answer of the store.
    if (response.ok && found && typeof found === "object") {
      return found
    }
    const storeCode = OURS.test(answer?.code) ? answer.code : null
    throw new InstalmentsError(
      CODES[storeCode] ?? codeOf(response.status, Boolean(answer?.message)),
      answer?.message || "The shop gave no answer that can be used.",
      response.status,
      null,
      storeCode
    )
  } catch (error) {
    signal?.throwIfAborted()
    throw error instanceof InstalmentsError
      ? error
      : new InstalmentsError("network", "The shop cannot be reached.")
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener("abort", giveUp)
  }
}

const OURS = /^instalments_/

/** What the plugin's codes mean for a page, where the status does not say it. */
const CODES: Record<string, InstalmentsErrorCode> = {
  instalments_already_paid: "already_paid",
  instalments_unavailable: "unavailable",
}

/**
 * No answer yet: a proxy gave up, somebody else holds the cart (Medusa words that
 * for programs), or too many ask.
 */
const BUSY = [408, 409, 425, 429]

/** A refusal without a message is a proxy's, and says nothing of a payment. */
function codeOf(status: number, isOfStore: boolean): InstalmentsErrorCode {
  if (!isOfStore || status < 400 || status >= 500 || BUSY.includes(status)) {
    return "unavailable"
  }
  return status === 404 ? "not_found" : "refused"
}
