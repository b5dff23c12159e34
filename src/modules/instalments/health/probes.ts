import { Agent, request } from "undici"
import { notifyUrl, PROBE } from "../callback/notify-url"
import {
  CredentialsError,
  RateLimitError,
  SignatureError,
} from "../client/errors"
import { readError, retrySeconds } from "../client/read-error"
import { requestHeaders } from "../client/request-headers"
import { configEnvelope } from "../client/schemas"
import type { Endpoint } from "../limits/endpoints"
import type { RequestLimits } from "../limits/request-limits"
import { below } from "../options/addresses"
import type { InstalmentsOptions } from "../options/parse-options"
import { addressFinding } from "./checks"
import { inTwo, wrong, type Finding } from "./list"

/** An answer of any status; redirects are not followed. */
type Answer = {
  status: number
  /** Names in lower case; of a repeated header the first value. */
  headers: Record<string, string>
  text: string
  /** Milliseconds since 1970 between sending and receiving. */
  at: number
}

/** What came back: an answer, or why there is none, as the rest of a sentence. */
type Asked = { answer: Answer } | { failure: string }

/** A request to the service, or when the store's limits allow one. */
type AskedService = Asked | { waitSeconds: number }

/** The options that the doctor's requests are judged by. */
type Account = Pick<InstalmentsOptions, "baseUrl">

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
  const question = { method, headers: requestHeaders(options, body), body }
  return withinLimits(limits, endpoint, () =>
    ask(below(options.baseUrl, path), question)
  )
}

/** Without `limits` (a store that never ran) nothing is counted. */
async function withinLimits(
  limits: RequestLimits | null,
  endpoint: Endpoint,
  send: () => Promise<Asked>
): Promise<Asked | { waitSeconds: number }> {
  if (!limits) {
    return send()
  }
  const { waitMs, passage } = await limits.take(endpoint, "on_demand")
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

/** A request of the doctor. */
type Question = {
  method?: string
  headers: Record<string, string>
  body?: string
}

/** The most bytes of an answer's body, and how long all of it may take. */
const MOST_BYTES = 1_000_000
const WHOLE_MS = 10_000

/** Sends one request with the doctor's time-outs: 5 s to connect. */
async function ask(url: string, question: Question): Promise<Asked> {
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
      method: question.method === "POST" ? "POST" : "GET",
      dispatcher: agent,
      signal: AbortSignal.timeout(WHOLE_MS),
    })
    const at = (sent + Date.now()) / 2
    const text = await got.body.text()
    const headers = Object.entries(got.headers).map(([name, value]) => [
      name.toLowerCase(),
      [value].flat()[0] ?? "",
    ])
    return {
      answer: {
        ...{ status: got.statusCode, text, at },
        headers: Object.fromEntries(headers) as Answer["headers"],
      },
    }
  } catch (error) {
    return { failure: failureWords(error) }
  } finally {
    await agent.destroy()
  }
}

/** Why a host gave no answer, as the rest of a sentence that names it. */
function failureWords(error: unknown): string {
  const { code, name, cause } = error as {
    code?: unknown
    name?: string
    cause?: { code?: string }
  }
  // An aborted request has a number for its code, and a name.
  const known =
    typeof code === "string" ? code : (cause?.code ?? name ?? "no code")
  const words: [RegExp, string][] = [
    [/CERT|SIGNATURE/, "shows a certificate that this machine does not trust"],
    [/^EPROTO|^ERR_SSL/, "does not speak TLS on this port"],
    [/^ECONNREFUSED/, "has nothing listening on this port"],
    [/^ENOTFOUND|^EAI_AGAIN/, "has a name that DNS does not know"],
  ]
  const found = words.find(([codes]) => codes.test(known))?.[1]
  return `${found ?? "gave no answer"} (${known})`
}

/** Address, TLS and client secret of the service, by one `GET /api/config`. */
export function serviceFinding(
  asked: AskedService,
  { baseUrl }: Account
): Finding {
  const compare = "Compare baseUrl with the address that the service gave you."
  if ("waitSeconds" in asked) {
    return later("GET /api/config", asked.waitSeconds)
  }
  if ("failure" in asked) {
    return wrong(`${baseUrl} ${asked.failure}.`, compare)
  }
  const { status, headers, text } = asked.answer
  if (status === 200) {
    return isConfig(text)
      ? { state: "ok", saw: `${baseUrl} takes the client secret.` }
      : wrong(
          `${baseUrl}/api/config answers something that is not the merchant config.`,
          compare
        )
  }
  const error = readError(status, text, "GET /api/config")
  if (error instanceof RateLimitError) {
    return later("GET /api/config", error.retryAfterSeconds)
  }
  if (error instanceof CredentialsError) {
    return { state: "error", ...inTwo(error.message) }
  }
  const where = headers.location ? `, redirects to ${headers.location}` : ""
  return wrong(
    `${baseUrl}/api/config answers ${status}${where}.`,
    status >= 500
      ? "The service is failing. Try again later, then ask its support."
      : `${compare} It has no /api at its end, and redirects are not followed.`
  )
}

function isConfig(text: string): boolean {
  try {
    return configEnvelope.safeParse(JSON.parse(text)).success
  } catch {
    return false
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
    return { state: "unknown", saw: `${baseUrl} ${asked.failure}.` }
  }
  const { status, text } = asked.answer
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
  return status === 404 || status === 422
    ? {
        state: "ok",
        saw: `The service takes it: a refund of no checkout is refused for another reason (${status}).`,
      }
    : {
        state: "unknown",
        saw: `The service answered ${status}, 404 was expected.`,
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
export function clockDifference(...all: AskedService[]): number | null {
  const [answer] = all.flatMap((asked) =>
    "answer" in asked ? [asked.answer] : []
  )
  const theirs = Date.parse(answer?.headers.date ?? "")
  return answer && !Number.isNaN(theirs) ? theirs - answer.at : null
}

/**
 * Whether callbacks can arrive, by an unsigned POST to the address, which is not
 * counted: it must come to the plugin's own route, which answers 401.
 */
export async function probeFinding(
  options: Pick<InstalmentsOptions, "backendUrl" | "environment">
): Promise<Finding> {
  const url = notifyUrl(options)
  const asked = await ask(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: PROBE,
  })
  if ("failure" in asked) {
    return wrong(
      `${url} ${asked.failure}.`,
      "Start the store, or set backendUrl to the address under which the internet reaches it, with a certificate of a public authority."
    )
  }
  const { status, headers, text } = asked.answer
  if (status === 401 && /X-Signature/.test(text)) {
    const reached = addressFinding(options)
    const saw = `${url} answers, and refuses what is not signed (401).`
    return reached.state === "ok"
      ? { state: "ok", saw }
      : { ...reached, saw: `${saw} Only this network reaches it.` }
  }
  const where = headers.location ? `, redirects to ${headers.location}` : ""
  return wrong(
    `${url} answers ${status}${where}; the plugin's 401 was expected.`,
    status >= 500
      ? "The backend, or the proxy before it, is failing: look at its log."
      : "Set backendUrl to the address of the Medusa backend itself, and let POST requests to this path through without a login, a challenge or a redirect: the service has none."
  )
}

/** How many redirects of a storefront are followed. */
const MOST_REDIRECTS = 5

/**
 * Whether a page of the storefront, which an option names, is there for shoppers who
 * come back. The ids in the address are made up, so that a page may rightly say that
 * it does not know them.
 */
export async function pageFinding(
  name: string,
  url: string,
  { environment }: Pick<InstalmentsOptions, "environment">
): Promise<Finding> {
  const state = environment === "production" ? "error" : "note"
  const asked = await askPage(url)
  if ("failure" in asked) {
    const saw = `${name}: ${new URL(url).origin} ${asked.failure}.`
    const next = "Start the storefront, or set the option to its address."
    return { state, saw, next }
  }
  const { status, endedAt } = asked
  const where = endedAt === url ? url : `${url} leads to ${endedAt}, which`
  const saw = `${name}: ${where} answers ${status}.`
  if (status === 404) {
    return name === "successUrl"
      ? wrong(
          saw,
          "Shoppers wait there for their order: add the page (npx medusa-payment-instalments storefront adds one to Medusa's starters), or name the one you have."
        )
      : {
          ...{ state: "note", saw },
          next: "The id in it is made up: right if the page says so of what it does not know, wrong if there is no such page.",
        }
  }
  if (status === 401 || status === 403) {
    const next = "Let shoppers in without a login or a challenge."
    return { state, saw, next }
  }
  return status < 300
    ? { state: "ok", saw }
    : wrong(saw, "Look at the storefront's log, and end endless redirects.")
}

/** Gets a page of the storefront as a browser would, redirects followed. */
async function askPage(
  url: string
): Promise<{ status: number; endedAt: string } | { failure: string }> {
  let endedAt = url
  for (let redirects = 0; ; redirects++) {
    const asked = await ask(endedAt, { headers: { accept: "text/html" } })
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
