import { SpanKind } from "@medusajs/framework/opentelemetry/api"
import { DecoratorHandler, request, type Dispatcher } from "undici"
import type { Endpoint, Urgency } from "../limits/endpoints"
import type { Passage } from "../limits/request-limits"
import { below } from "../options/addresses"
import { traced } from "../telemetry/tracing"
import { makeAgent } from "./agent"
import { RateLimitError, type ServiceError } from "./errors"
import { readError, readNoAnswer } from "./read-error"
import { requestHeaders, type RequestKeys } from "./request-headers"
import type { Answering } from "./schemas"

/** The service's address and the store's credentials. */
export type Account = RequestKeys & Answering

/** Lets requests through inside the service's limits; see `RequestLimits`. */
export type Gate = {
  take(
    endpoint: Endpoint,
    urgency: Urgency
  ): Promise<{ waitMs: number; passage: Passage }>
}

/**
 * An answer of the service, for those who record what it says about the set-up.
 */
export type Heard = {
  /** What its status means; null for 2xx. */
  error: ServiceError | null
  /** When it came, in milliseconds of this machine's clock. */
  at: number
  /**
   * The service's clock at that moment, in milliseconds, if the answer has it.
   */
  serviceClock: number | null
}

/**
 * One request. `path` carries its query; `body` is sent unchanged. No error quotes
 * what is `personal` in it.
 */
export type Call = {
  endpoint: Endpoint
  path: string
  urgency: Urgency
  body?: string
  personal?: string[]
}

const GET_TRIES = 3
/**
 * From the first byte sent to the last one read, so that a slow answer is limited
 * too: a creation that takes longer counts as lost (see `openingStatement`).
 */
const WHOLE_ANSWER_MS = 15_000

/** A 2xx answer's body. */
type Answered = { text: string }

type Tried = Answered | { error: ServiceError; mayRetry: boolean }

/**
 * Sends requests to the service: connections kept alive, time-outs, the rate
 * limits' gate before every try. A GET whose connection failed is tried again,
 * a POST never: it may have been processed.
 */
export class Exchange {
  private agent: Dispatcher | undefined

  constructor(
    private readonly account: Account,
    private readonly gate: Gate,
    private readonly hear: (heard: Heard) => Promise<void> = async () => {},
    private readonly wholeAnswerMs = WHOLE_ANSWER_MS
  ) {}

  /** A 2xx answer. @throws ServiceError for everything else. */
  send(call: Call): Promise<Answered> {
    const [method] = call.endpoint.split(" ")
    return traced(
      call.endpoint,
      {
        "http.request.method": method,
        "server.address": new URL(this.account.baseUrl).hostname,
        "instalments.urgency": call.urgency,
      },
      () => this.sendWithRetries(call),
      SpanKind.CLIENT
    )
  }

  close() {
    return this.agent?.close()
  }

  private async sendWithRetries(call: Call): Promise<Answered> {
    const mostTries = call.endpoint.startsWith("GET") ? GET_TRIES : 1
    for (let tries = 1; ; tries++) {
      const answer = await this.tryOnce(call, tries > 1)
      if ("text" in answer) {
        return answer
      }
      if (!answer.mayRetry || tries === mostTries) {
        throw answer.error
      }
    }
  }

  private async tryOnce(call: Call, isRetry: boolean): Promise<Tried> {
    const { endpoint, urgency, path, body, personal } = call
    const { waitMs, passage } = await this.gate.take(endpoint, urgency)
    if (waitMs > 0) {
      const seconds = Math.ceil(waitMs / 1_000)
      const message = isRetry
        ? `${endpoint}: the service did not answer, and its rate limit lets the next try wait. Try again in ${seconds} seconds.`
        : `${endpoint}: the service's rate limit is used up; nothing was sent. Try again in ${seconds} seconds.`
      throw new RateLimitError(message, seconds, true)
    }
    let isSent = false
    try {
      // Here, so that a wrong HTTPS_PROXY stops no store.
      this.agent ??= makeAgent()
      const {
        statusCode,
        headers,
        body: answer,
      } = await request(below(this.account.baseUrl, path), {
        method: endpoint.startsWith("GET") ? "GET" : "POST",
        body,
        headers: requestHeaders(this.account, body),
        dispatcher: this.agent.compose(onSending(() => (isSent = true))),
        signal: AbortSignal.timeout(this.wholeAnswerMs),
      })
      const at = Date.now()
      const text = await answer.text()
      const date = Date.parse(String(headers.date))
      const serviceClock = Number.isNaN(date) ? null : date
      const good = statusCode >= 200 && statusCode <= 299
      const error = good
        ? null
        : readError(statusCode, text, endpoint, personal)
      await this.hear({ error, at, serviceClock })
      if (!error) {
        return { text }
      }
      if (error instanceof RateLimitError) {
        await passage.refused(error.retryAfterSeconds)
      }
      return { error, mayRetry: false }
    } catch (cause) {
      const failed = readNoAnswer(cause, endpoint, !isSent)
      if (failed.error.neverSent) {
        await passage.unsent()
      }
      return failed
    } finally {
      await passage.end()
    }
  }
}

/** What undici's handler does, which its types lack. */
interface Handling extends Dispatcher.DispatchHandler {
  onRequestStart(controller: Dispatcher.DispatchController, of: unknown): void
}
const Handler = DecoratorHandler as unknown as new (
  handler: Dispatcher.DispatchHandler
) => Handling

/** Tells when a request is about to be written to a connection that stands. */
function onSending(tell: () => void): Dispatcher.DispatcherComposeInterceptor {
  class Telling extends Handler {
    override onRequestStart(
      ...begun: Parameters<Handling["onRequestStart"]>
    ): void {
      tell()
      super.onRequestStart(...begun)
    }
  }
  return (dispatch) => (options, handler) =>
    dispatch(options, new Telling(handler))
}
