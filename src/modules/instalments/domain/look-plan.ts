const HOUR = 3_600_000

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
