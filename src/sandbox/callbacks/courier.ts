import { randomUUID } from "node:crypto"
import { request as requestHttp, type IncomingMessage } from "node:http"
import { request as requestHttps } from "node:https"
import type { DueTask, SandboxClock } from "../clock"
import type { CallbackAttempt, Delivery, SandboxState } from "../state"

/** Retries after the first delivery; then delivery stops. */
const MOST_RETRIES = 18
const MOST_KEPT = 64 * 1024

/** What a delivery needs to know. */
export type Parcel = Pick<
  Delivery,
  "checkout_id" | "url" | "body" | "signature"
>

/** Delivers callbacks to the merchant, with retries. */
export class Courier {
  private stop = new AbortController()
  private readonly underWay = new Set<Promise<unknown>>()

  constructor(
    private readonly state: SandboxState,
    private readonly clock: () => SandboxClock,
    private readonly changed: () => void
  ) {}

  /** Takes on a callback that will be retried; due at a moment. */
  accept(parcel: Parcel, at: number): Delivery {
    const delivery: Delivery = {
      ...parcel,
      id: randomUUID(),
      attempts: 0,
      first_at: at,
      next_attempt_at: at,
      outcome: "under_way",
    }
    this.state.deliveries.set(delivery.id, delivery)
    this.changed()
    return delivery
  }

  /** The earliest delivery that waits, for the clock. */
  next(): DueTask | undefined {
    let first: Delivery | undefined
    for (const one of this.state.deliveries.values()) {
      const sooner = one.next_attempt_at ?? Infinity
      if (sooner < (first?.next_attempt_at ?? Infinity)) {
        first = one
      }
    }
    const delivery = first
    return delivery?.next_attempt_at == null
      ? undefined
      : {
          at: delivery.next_attempt_at,
          run: async () => void (await this.attempt(delivery)),
        }
  }

  /** Makes one attempt, now; a failed one is put on the schedule. */
  async attempt(delivery: Delivery): Promise<CallbackAttempt> {
    delivery.next_attempt_at = null
    delivery.attempts += 1
    const attempt = await this.send(delivery, delivery.id, delivery.attempts)
    const status = attempt.response?.status ?? 0
    if (status >= 200 && status < 300) {
      // The audit has every attempt; ended deliveries are removed here.
      this.state.deliveries.delete(delivery.id)
    } else if (delivery.attempts > MOST_RETRIES) {
      delivery.outcome = "given_up"
    } else {
      delivery.next_attempt_at =
        delivery.first_at + retryAfterMs(delivery.attempts)
    }
    this.changed()
    return attempt
  }

  /** Sends a callback once, without retries, and audits it. */
  async send(
    parcel: Parcel,
    deliveryId: string = randomUUID(),
    number = 1
  ): Promise<CallbackAttempt> {
    const at = this.clock().iso()
    const started = Date.now()
    const headers = {
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(parcel.body)),
      "user-agent": "Splitly-Sandbox/1",
      "x-signature": parcel.signature,
    }
    const { timeoutMs } = this.state.settings.callbacks
    const { stop } = this
    const sending = post({ ...parcel, headers, timeoutMs, stop: stop.signal })
    this.underWay.add(sending)
    const outcome = await sending
    this.underWay.delete(sending)
    const attempt: CallbackAttempt = {
      delivery_id: deliveryId,
      checkout_id: parcel.checkout_id,
      number,
      at,
      url: parcel.url,
      request: { headers, body: parcel.body },
      ...outcome,
      duration_ms: Date.now() - started,
    }
    // An attempt that a reset has aborted belongs to the old state.
    if (!stop.signal.aborted) {
      this.state.attempts.push(attempt)
      this.changed()
    }
    return attempt
  }

  /** Aborts what is under way, and continues with an empty state. */
  reset(): void {
    this.stop.abort()
    this.stop = new AbortController()
  }

  /** Aborts what is under way. */
  async close(): Promise<void> {
    this.stop.abort()
    await Promise.all(this.underWay)
  }
}

/**
 * When the nth retry is due, in milliseconds after the first delivery. Each
 * pause is a minute longer than the one before: 18 retries take 171 minutes,
 * the "about 3 hours" of the specification.
 */
export function retryAfterMs(retry: number): number {
  return (60_000 * retry * (retry + 1)) / 2
}

/** What a merchant's server answered, or why there is no answer. */
type Outcome =
  | { response: { status: number; body: string }; error: null }
  | { response: null; error: string }

/** Posts a callback. Never throws; redirects are not followed. */
function post(input: {
  url: string
  headers: Record<string, string>
  body: string
  timeoutMs: number
  /** Gives up early, when the sandbox is closed. */
  stop: AbortSignal
}): Promise<Outcome> {
  const { url, headers, body, timeoutMs, stop } = input
  const tooLong = AbortSignal.timeout(timeoutMs)
  const send = url.startsWith("https:") ? requestHttps : requestHttp
  return new Promise((resolve) => {
    const fail = (error: Error) =>
      resolve({
        response: null,
        error: tooLong.aborted
          ? `No answer within ${timeoutMs} ms`
          : error.message || String((error as NodeJS.ErrnoException).code),
      })
    const signal = AbortSignal.any([tooLong, stop])
    // No agent: a kept-alive connection would outlive the sandbox.
    const options = { method: "POST", headers, agent: false as const, signal }
    const req = send(url, options, (res) => {
      read(res).then(
        (text) =>
          resolve({
            response: { status: res.statusCode ?? 0, body: text },
            error: null,
          }),
        fail
      )
    })
    req.on("error", fail)
    req.end(body)
  })
}

async function read(res: IncomingMessage): Promise<string> {
  let text = ""
  res.setEncoding("utf8")
  for await (const chunk of res) {
    text = (text + String(chunk)).slice(0, MOST_KEPT)
  }
  return text
}
