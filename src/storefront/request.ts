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

/** So long one answer is waited for, in milliseconds. */
const PATIENCE_MS = 30_000

/**
 * Asks the store: a GET, or a POST when there is a body.
 *
 * @throws InstalmentsError; or the signal's own reason when it is aborted.
 */
export async function request(
  connection: Connection,
  path: string,
  { body, signal }: { body?: unknown; signal?: AbortSignal } = {}
): Promise<unknown> {
  const { baseUrl, publishableKey, fetch: send = fetch } = connection
  const patience = new AbortController()
  const giveUp = () => patience.abort()
  const timer = setTimeout(giveUp, PATIENCE_MS)
  signal?.addEventListener("abort", giveUp)
  try {
    signal?.throwIfAborted()
    const response = await send(baseUrl.replace(/\/+$/, "") + path, {
      method: body ? "POST" : "GET",
      headers: {
        "x-publishable-api-key": publishableKey,
        ...(body ? { "content-type": "application/json" } : {}),
      },
      body: body ? JSON.stringify(body) : null,
      signal: patience.signal,
    })
    const answer: unknown = await response.json().catch(() => null)
    if (response.ok && answer) {
      return answer
    }
    throw new InstalmentsError(
      codeOf(response.status),
      (answer as { message?: string } | null)?.message ||
        "The shop gave no answer that can be used.",
      response.status
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

function codeOf(status: number): InstalmentsErrorCode {
  if (status === 404) {
    return "not_found"
  }
  const refused = status >= 400 && status < 500 && status !== 429
  return refused ? "refused" : "unavailable"
}
