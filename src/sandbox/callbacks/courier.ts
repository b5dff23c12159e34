import { randomUUID } from "node:crypto"
import { earliest, type DueTask, type SandboxClock } from "../clock"
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
    const { deliveries } = this.state
    const delivery = earliest(deliveries.values(), (one) => one.next_attempt_at)
    return (
      delivery && {
        at: delivery.next_attempt_at!,
        run: async () => void (await this.attempt(delivery)),
      }
    )
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
      // A kept-alive connection would outlive the merchant's server.
      connection: "close",
      "user-agent": "Splitly-Sandbox/1",
      "x-signature": parcel.signature,
    }
    const { timeoutMs } = this.state.settings.callbacks
    const { stop } = this
    const sending = post(parcel, headers, timeoutMs, stop.signal)
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
async function post(
  { url, body }: Parcel,
  headers: Record<string, string>,
  timeoutMs: number,
  stop: AbortSignal
): Promise<Outcome> {
  const tooLong = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, {
      ...{ method: "POST", headers, body, redirect: "manual" },
      signal: AbortSignal.any([tooLong, stop]),
    })
    const text = (await response.text()).slice(0, MOST_KEPT)
    return { response: { status: response.status, body: text }, error: null }
  } catch (error) {
    const { message, cause } = error as Error & { cause?: { code?: string } }
    return {
      response: null,
      error: tooLong.aborted
        ? `No answer within ${timeoutMs} ms`
        : (cause?.code ?? message),
    }
  }
}
