const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/**
 * A shopper's money waits so long for an order at most, from when the payment
 * was learnt; then it is returned or held. The attempt that finds it over comes
 * up to 15 minutes later.
 */
export const MAX_WAIT_MS = 120 * MINUTE

/**
 * So many refusals of core's, in all, are believed: stock that is gone stays
 * gone. Between them core may have had other troubles, and under load it has.
 */
export const REFUSALS_BELIEVED = 3

/**
 * So many attempts at least are made before the wait counts as over: a store
 * that was away for hours has not tried yet.
 */
export const LEAST_ATTEMPTS = 3

/**
 * How long after an attempt to settle the next one may begin, in milliseconds:
 * 10 s, 20 s, 40 s ... up to 15 minutes.
 */
export function settlePause(attempt: number): number {
  return Math.min(10 * SECOND * 2 ** (attempt - 1), 15 * MINUTE)
}

/**
 * How long after the service was asked about a pending checkout for a waiting
 * shopper it may be asked again, in milliseconds: 15 s, 30 s ... 10 minutes.
 */
export function askPause(asks: number): number {
  return asks === 0 ? 0 : Math.min(15 * SECOND * 2 ** (asks - 1), 10 * MINUTE)
}

/**
 * How long until a refund request is asked after again, in milliseconds: 1, 2,
 * 4 ... minutes up to an hour. Approval and processing take up to a business
 * day.
 */
export function refundLookPause(looks: number): number {
  return Math.min(MINUTE * 2 ** (looks - 1), 60 * MINUTE)
}

/**
 * When a refund request that has ended is looked at once more, in milliseconds
 * after its end; null when it was looked at often enough. Support can repair a
 * failed one, so ends may change.
 */
export function lookAfterEnd(sinceEndMs: number): number | null {
  const looks = [60 * MINUTE, 24 * 60 * MINUTE, 7 * 24 * 60 * MINUTE]
  return looks.find((look) => look > sinceEndMs) ?? null
}

/**
 * A checkout that the service still calls `received` after this is abandoned:
 * its payment session and its callback's retries (3 hours) are over many times.
 * It is believed if it turns successful even then.
 */
export const ABANDONED_AFTER_MS = 7 * 24 * HOUR

/** The service repeats a callback for three hours (Events). */
export const CALLBACKS_OVER_MS = 3 * HOUR

/**
 * When a checkout that is still pending is looked at next, in milliseconds from
 * now, by its age: always twice the age it has, so that few requests follow it
 * to its end.
 */
export function nextLookIn(ageMs: number): number {
  const next = Math.max(2 * ageMs, HOUR)
  const lastLook = ABANDONED_AFTER_MS - ageMs
  return lastLook > 0 ? Math.min(next, lastLook) : next
}

/**
 * When a checkout that was looked at is looked at again; `over` when it need not
 * be: an abandoned one is closed. A cancelled one is looked at once more, when
 * no payment can be under way any longer.
 */
export function nextLook(
  { opened_at, outcome }: { opened_at: Date; outcome: string },
  now: number
): Date | "over" {
  const age = now - opened_at.getTime()
  if (age >= ABANDONED_AFTER_MS) {
    return "over"
  }
  const left = ABANDONED_AFTER_MS - age
  return new Date(now + (outcome === "closed" ? left : nextLookIn(age)))
}

/**
 * How many checkouts the list, newest first, may hold down to the oldest one that
 * is due, so that reading it answers sooner about everything that is due than
 * asking for each by id.
 */
export function listReach(input: {
  due: number
  itemsAPage: number
  fetchesAMinute: number
}): number {
  const minutesById = Math.ceil(input.due / input.fetchesAMinute)
  return (minutesById - 1) * input.itemsAPage
}
