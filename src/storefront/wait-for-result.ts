/// <reference lib="dom" />
import { InstalmentsError } from "./errors.js"
import type { Payment } from "./payment.js"

/** How a result is waited for. Times are milliseconds. */
export type WaitOptions = {
  /** Ends the waiting, as when the page is left. */
  signal?: AbortSignal
  /**
   * Called before every pause, so that the page can say that it waits; with the
   * error when the store could not be asked just now.
   */
  onWait?: (waiting: {
    payment: Payment
    waitedMs: number
    error?: InstalmentsError
  }) => void
  /** After this the last answer counts; three minutes unless given. */
  timeoutMs?: number
}

/** Time, which tests bring themselves. */
export type Clock = {
  now(): number
  wait(ms: number, signal?: AbortSignal): Promise<void>
}

const FIRST_PAUSE_MS = 1_000
const GROWTH = 1.5
const LONGEST_PAUSE_MS = 10_000
const TIMEOUT_MS = 180_000

/** What is answered of a payment while the store could never be asked about it. */
export const NEVER_ANSWERED: Payment = {
  status: "pending",
  orderId: null,
  paymentUrl: null,
  refund: null,
}

/**
 * Looks at a payment, with growing pauses, until it is more than pending or
 * the time is over. A store that cannot be reached is asked again.
 *
 * @throws InstalmentsError when the store knows no such payment or refuses; the
 * signal's reason when it is aborted.
 */
export async function waitForResult(
  look: () => Promise<Payment>,
  clock: Clock,
  { signal, onWait, timeoutMs = TIMEOUT_MS }: WaitOptions
): Promise<Payment> {
  const start = clock.now()
  let payment = NEVER_ANSWERED
  for (
    let ms = FIRST_PAUSE_MS;
    ;
    ms = Math.min(ms * GROWTH, LONGEST_PAUSE_MS)
  ) {
    let error: InstalmentsError | undefined
    payment = await look().catch((failure: unknown) => {
      if (failure instanceof InstalmentsError && failure.transient) {
        error = failure
        return payment
      }
      throw failure
    })
    const waitedMs = clock.now() - start
    if (payment.status !== "pending" || waitedMs >= timeoutMs) {
      return payment
    }
    onWait?.({ payment, waitedMs, ...(error && { error }) })
    await clock.wait(Math.min(ms, timeoutMs - waitedMs), signal)
  }
}
