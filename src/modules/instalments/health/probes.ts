import { interceptors, request, type Dispatcher } from "undici"
import { notifyUrl, PROBE } from "../callback/notify-url"
import { makeAgent } from "../client/agent"
import { CredentialsError, SignatureError } from "../client/errors"
import { readError, retrySeconds, whyNoAnswer } from "../client/read-error"
import { requestHeaders } from "../client/request-headers"
import { configEnvelope } from "../client/schemas"
import type { Endpoint } from "../limits/endpoints"
import type { RequestLimits } from "../limits/request-limits"
import { below } from "../options/addresses"
import type { InstalmentsOptions } from "../options/parse-options"
import { addressFinding } from "./checks"
import { inTwo, wrong, type Finding } from "./list"

/** An answer of any status; `at` is when, in milliseconds since 1970. */
type Answer = { status: number; date: string; text: string; at: number }

/** What came back: an answer, or why there is none, as the rest of a sentence. */
type Asked = { answer: Answer } | { failure: string }

/** A request to the service, or when the store's limits allow one. */
type AskedService = Asked | { waitSeconds: number }

type Account = Pick<InstalmentsOptions, "baseUrl">

/** How long all of an answer may take. */
const WHOLE_MS = 10_000

const MOST_REDIRECTIONS = 10

type Question = Pick<
  Dispatcher.DispatchOptions,
  "method" | "headers" | "body"
> & { isFollowed?: boolean }

async function ask(
  url: string,
  { isFollowed = false, ...question }: Question
): Promise<Asked> {
  const sent = Date.now()
  let agent: Dispatcher | undefined
  try {
    agent = makeAgent()
    const maxRedirections = isFollowed ? MOST_REDIRECTIONS : 0
    const { statusCode, headers, body } = await request(url, {
      ...question,
      dispatcher: agent.compose(interceptors.redirect({ maxRedirections })),
      signal: AbortSignal.timeout(WHOLE_MS),
    })
    const at = (sent + Date.now()) / 2
    const date = String(headers.date)
    return { answer: { status: statusCode, date, at, text: await body.text() } }
  } catch (error) {
    return { failure: `gave no answer (${whyNoAnswer(error)})` }
  } finally {
    await agent?.destroy()
  }
}

/**
 * Sends one request to the service inside the limits that the store counts, or
 * answers when one is allowed. `body` makes it a signed POST. Without `limits` (a
 * store that never ran) nothing is counted.
 */
export async function askService(
  options: InstalmentsOptions,
  limits: RequestLimits | null,
  endpoint: Endpoint,
  body?: string
): Promise<AskedService> {
  const [method, path = ""] = endpoint.split(" ")
  const send = () =>
    ask(below(options.baseUrl, path), {
      method: method as Dispatcher.HttpMethod,
      headers: requestHeaders(options, body),
      body,
    })
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

/** What keeps a request from telling anything: no answer, or the rate limit. */
function untold(
  asked: AskedService,
  endpoint: Endpoint,
  { baseUrl }: Account
): Finding | null {
  if ("failure" in asked) {
    return wrong(`${baseUrl} ${asked.failure}.`, COMPARE)
  }
  const seconds =
    "waitSeconds" in asked
      ? asked.waitSeconds
      : asked.answer.status === 429 && retrySeconds(asked.answer.text, endpoint)
  return seconds === false
    ? null
    : {
        state: "unknown",
        saw: `${endpoint}: the service's rate limit is used up.`,
        next: `Run the doctor again in ${seconds} seconds.`,
      }
}

const COMPARE =
  "Compare baseUrl with the address that the service gave you: it has no /api at its end, and redirects are not followed."

/** Address, TLS and client secret of the service, by one `GET /api/config`. */
export function serviceFinding(asked: AskedService, account: Account): Finding {
  const nothing = untold(asked, "GET /api/config", account)
  if (nothing || !("answer" in asked)) {
    return nothing!
  }
  const { status, text } = asked.answer
  const { baseUrl } = account
  if (status === 200 && isConfig(text)) {
    return { state: "ok", saw: `${baseUrl} takes the client secret.` }
  }
  if (status === 200) {
    const saw = `${baseUrl}/api/config answers something that is not the merchant config.`
    return wrong(saw, COMPARE)
  }
  const error = readError(status, text, "GET /api/config")
  return error instanceof CredentialsError
    ? { state: "error", ...inTwo(error.message) }
    : wrong(`${baseUrl}/api/config answers ${status}.`, COMPARE)
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
  account: Account
): Finding {
  const nothing = untold(asked, "POST /api/refunds", account)
  if (nothing || !("answer" in asked)) {
    return nothing!
  }
  const { status, text } = asked.answer
  const error = readError(status, text, "POST /api/refunds")
  if (error instanceof SignatureError) {
    return { state: "error", ...inTwo(error.message) }
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

/** How far the service's clock is ahead of this machine's, by an answer's `Date`. */
export function clockDifference(...all: AskedService[]): number | null {
  const [answer] = all.flatMap((asked) =>
    "answer" in asked ? [asked.answer] : []
  )
  const theirs = Date.parse(answer?.date ?? "")
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
  const next =
    "Start the store, and set backendUrl to the address under which the internet reaches the Medusa backend itself, without a login, a challenge or a redirect for POST requests: the service has none."
  const asked = await ask(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: PROBE,
  })
  if ("failure" in asked) {
    return wrong(`${url} ${asked.failure}.`, next)
  }
  const { status, text } = asked.answer
  if (status !== 401 || !/X-Signature/.test(text)) {
    return wrong(
      `${url} answers ${status}; the plugin's 401 was expected.`,
      next
    )
  }
  const reached = addressFinding(options)
  const saw = `${url} answers, and refuses what is not signed (401).`
  return reached.state === "ok"
    ? { state: "ok", saw }
    : { ...reached, saw: `${saw} Only this network reaches it.` }
}

/**
 * Whether a page of the storefront, which an option names, is there for shoppers who
 * come back; redirects are followed. The ids in the address are made up, so that a
 * page may rightly say that it does not know them.
 */
export async function pageFinding(
  name: string,
  url: string,
  { environment }: Pick<InstalmentsOptions, "environment">
): Promise<Finding> {
  const next =
    "Start the storefront, or set the option to the address of a page that every shopper can open (npx medusa-payment-instalments storefront adds one to Medusa's starters)."
  const asked = await ask(url, {
    method: "GET",
    headers: { accept: "text/html" },
    isFollowed: true,
  })
  if ("failure" in asked) {
    const saw = `${name}: ${url} ${asked.failure}.`
    return { state: environment === "production" ? "error" : "note", saw, next }
  }
  const { status } = asked.answer
  const saw = `${name}: ${url} answers ${status}.`
  if (status < 400) {
    return { state: "ok", saw }
  }
  return status === 404 && name !== "successUrl"
    ? { state: "note", saw: `${saw} The id in it is made up.`, next }
    : wrong(saw, next)
}
