import { SpanKind } from "@medusajs/framework/opentelemetry/api"
import { Agent, request } from "undici"
import { ENDPOINTS, type Endpoint, type Urgency } from "../limits/endpoints"
import type { Passage } from "../limits/request-limits"
import { below } from "../options/addresses"
import { measureLimitWait } from "../telemetry/metrics"
import { traced } from "../telemetry/tracing"
import { AccountKeys, type KeyLists } from "./account-keys"
import { RateLimitError, type ServiceError } from "./errors"
import { readError, readNoAnswer } from "./read-error"
import { requestHeaders, type RequestKeys } from "./request-headers"

/** The service's address and the store's credentials. */
export type Account = KeyLists & { baseUrl: string }

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
  /** The keys that the request carried; without a body it was not signed. */
  keys: RequestKeys
  signed: boolean
  /** Whether the same request is sent once more, with another key. */
  triedAgain: boolean
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
const MAX_ANSWER_BYTES = 4 * 1024 * 1024
/**
 * From the first byte sent to the last one read, so that a slow answer is
 * limited too. What changes something has it for all of its keys: a creation
 * that takes longer counts as lost (see `openingStatement`).
 */
const WHOLE_ANSWER_MS = 15_000

/** A 2xx answer's body. */
type Answered = { text: string }

/** It begins with the first byte that is sent, not while the limits are asked. */
type Limit = { signal?: AbortSignal }

type Tried =
  Answered | { error: ServiceError; mayRetry: boolean; next?: RequestKeys }

/**
 * Sends requests to the service: connections kept alive, time-outs, the rate
 * limits' gate before every try. A GET whose connection failed is tried again,
 * a POST never: it may have been processed. Both are tried with the next key when
 * the service refuses one, as that answer says that nothing was processed.
 */
export class Exchange {
  private readonly agent = new Agent({
    connect: { timeout: 3_000 },
    headersTimeout: 10_000,
    bodyTimeout: 10_000,
    maxResponseSize: MAX_ANSWER_BYTES,
  })

  private readonly keys: AccountKeys

  constructor(
    private readonly account: Account,
    private readonly gate: Gate,
    private readonly hear: (heard: Heard) => Promise<void> = async () => {},
    private readonly wholeAnswerMs = WHOLE_ANSWER_MS
  ) {
    this.keys = new AccountKeys(account)
  }

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
    return this.agent.close()
  }

  private async sendWithRetries(call: Call): Promise<Answered> {
    const isOpen = ENDPOINTS[call.endpoint].requests === Infinity
    let keys = this.keys.first(Date.now(), isOpen)
    const tried: RequestKeys[] = []
    const isGet = call.endpoint.startsWith("GET")
    let limit: Limit = {}
    let left = isGet ? GET_TRIES : 1
    for (;;) {
      tried.push(keys)
      const answer = await this.tryOnce(call, { keys, tried, limit })
      if ("text" in answer) {
        return answer
      }
      if (answer.next && !limit.signal?.aborted) {
        keys = answer.next
      } else if (!answer.mayRetry || --left < 1) {
        throw answer.error
      }
      limit = isGet ? {} : limit
    }
  }

  /** One try; its keys are the last of those that this request has `tried`. */
  private async tryOnce(
    call: Call,
    {
      keys,
      tried,
      limit,
    }: { keys: RequestKeys; tried: RequestKeys[]; limit: Limit }
  ): Promise<Tried> {
    const { endpoint, urgency, path, body, personal } = call
    const { waitMs, passage } = await this.gate.take(endpoint, urgency)
    if (waitMs > 0) {
      measureLimitWait(endpoint, waitMs, "own_count")
      const seconds = Math.ceil(waitMs / 1_000)
      this.keys.deferred(tried.slice(0, -1), keys)
      const isAnotherKey = tried.some((one) => one !== keys)
      const message = isAnotherKey
        ? `${endpoint}: the service refused a key, and its rate limit lets the next one wait; nothing was processed. Try again in ${seconds} seconds.`
        : tried.length > 1
          ? `${endpoint}: the service did not answer, and its rate limit lets the next try wait. Try again in ${seconds} seconds.`
          : `${endpoint}: the service's rate limit is used up; nothing was sent. Try again in ${seconds} seconds.`
      throw new RateLimitError(message, seconds, true)
    }
    limit.signal ??= AbortSignal.timeout(this.wholeAnswerMs)
    try {
      const {
        statusCode,
        headers,
        body: answer,
      } = await request(below(this.account.baseUrl, path), {
        method: endpoint.startsWith("GET") ? "GET" : "POST",
        body,
        headers: requestHeaders(keys, body),
        dispatcher: this.agent,
        signal: limit.signal,
      })
      const at = Date.now()
      const text = await answer.text()
      const date = Date.parse(String(headers.date))
      const serviceClock = Number.isNaN(date) ? null : date
      const good = statusCode >= 200 && statusCode <= 299
      const error = good
        ? null
        : readError(statusCode, text, endpoint, personal)
      const signed = body !== undefined
      const next = error && this.keys.afterRefusal(error, tried, at)
      const triedAgain = next !== null
      await this.hear({ error, at, serviceClock, keys, signed, triedAgain })
      if (!error) {
        this.keys.taken(keys, signed)
        return { text }
      }
      if (next) {
        return { error, mayRetry: false, next }
      }
      if (error instanceof RateLimitError) {
        measureLimitWait(endpoint, error.retryAfterSeconds * 1_000, "service")
        await passage.refused(error.retryAfterSeconds)
      }
      return { error, mayRetry: false }
    } catch (cause) {
      const failed = readNoAnswer(cause, endpoint)
      if (failed.error.neverSent) {
        await passage.unsent()
      }
      return failed
    } finally {
      await passage.end()
    }
  }
}
