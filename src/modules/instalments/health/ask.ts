import { Agent, request } from "undici"
import { notifyUrl, PROBE } from "../callback/notify-url"
import { retrySeconds } from "../client/read-error"
import { requestHeaders } from "../client/request-headers"
import type { Endpoint, Urgency } from "../limits/endpoints"
import type { RequestLimits } from "../limits/request-limits"
import { below } from "../options/addresses"
import type { InstalmentsOptions } from "../options/parse-options"
import type { Answer, Asked } from "./network"
import type { AskedService } from "./service-answers"
import type { PageAsked } from "./storefront"

/**
 * Sends one request to the service inside the limits that the store counts, or
 * answers when one is allowed, with the keys that the store's requests carry.
 * `body` makes it a signed POST.
 */
export function askService(
  options: InstalmentsOptions,
  limits: RequestLimits | null,
  endpoint: Endpoint,
  body?: string
): Promise<AskedService> {
  const [method, path = ""] = endpoint.split(" ")
  return withinLimits(limits, endpoint, "on_demand", () =>
    ask(below(options.baseUrl, path), {
      method: method === "POST" ? "POST" : "GET",
      headers: requestHeaders(options, body),
      body,
    })
  )
}

/**
 * Sends what `send` sends when the limits that the store counts allow it, or
 * answers when they do. Without `limits` (a store that never ran) nothing is
 * counted.
 */
export async function withinLimits(
  limits: RequestLimits | null,
  endpoint: Endpoint,
  urgency: Urgency,
  send: () => Promise<Asked>
): Promise<Asked | { waitSeconds: number }> {
  if (!limits) {
    return send()
  }
  const { waitMs, passage } = await limits.take(endpoint, urgency)
  if (waitMs > 0) {
    return { waitSeconds: Math.ceil(waitMs / 1_000) }
  }
  try {
    const asked = await send()
    if ("answer" in asked && asked.answer.status === 429) {
      await passage.refused(retrySeconds(asked.answer.text, endpoint))
    }
    return asked
  } finally {
    await passage.end()
  }
}

/**
 * Posts the unsigned test body to `notify_url`: the route answers it and does
 * not count it.
 */
export function askCallbackAddress(
  options: Pick<InstalmentsOptions, "backendUrl">
): Promise<Asked> {
  return ask(notifyUrl(options), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: PROBE,
  })
}

/** How many redirects of a storefront are followed. */
const MOST_REDIRECTS = 5

/** Gets a page of the storefront as a browser would, redirects followed. */
export async function askPage(url: string): Promise<PageAsked> {
  let endedAt = url
  for (let redirects = 0; ; redirects++) {
    const asked = await ask(endedAt, {
      method: "GET",
      headers: { accept: "text/html" },
    })
    if ("failure" in asked) {
      return asked
    }
    const { status, headers } = asked.answer
    const isRedirect = status >= 300 && status < 400 && headers.location
    if (!isRedirect || redirects === MOST_REDIRECTS) {
      return { status, endedAt }
    }
    endedAt = new URL(headers.location!, endedAt).href
  }
}

/** A request of the doctor. */
type Question = {
  method: "GET" | "POST"
  headers: Record<string, string>
  body?: string
}

/** The most bytes of an answer's body, and how long all of it may take. */
const MOST_BYTES = 1_000_000
const WHOLE_MS = 10_000

/** Sends one request with the doctor's time-outs: 5 s to connect. */
export async function ask(url: string, question: Question): Promise<Asked> {
  const agent = new Agent({
    connect: { timeout: 5_000 },
    headersTimeout: WHOLE_MS,
    bodyTimeout: WHOLE_MS,
    maxResponseSize: MOST_BYTES,
  })
  const sent = Date.now()
  try {
    const got = await request(url, {
      ...question,
      dispatcher: agent,
      signal: AbortSignal.timeout(WHOLE_MS),
    })
    const at = (sent + Date.now()) / 2
    const text = await got.body.text()
    const headers = flat(got.headers)
    return { answer: { status: got.statusCode, headers, text, at } }
  } catch (error) {
    return { failure: codeOf(error) }
  } finally {
    await agent.destroy()
  }
}

function flat(
  headers: Record<string, string | string[] | undefined>
): Answer["headers"] {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      (Array.isArray(value) ? value[0] : value) ?? "",
    ])
  )
}

/** An aborted request has a number for its code, and a name. */
function codeOf(error: unknown): string {
  const { code, name, cause } = error as {
    code?: unknown
    name?: string
    cause?: { code?: string }
  }
  return typeof code === "string"
    ? code
    : (cause?.code ?? (name === "TimeoutError" ? name : "no code"))
}
