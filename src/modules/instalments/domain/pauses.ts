const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/**
 * The longest time that a payment waits for its order, from when it was learnt;
 * then it is returned or held. The attempt that notices this comes up to 15
 * minutes later.
 */
export const MAX_WAIT_MS = 120 * MINUTE

/**
 * After this many refusals by Medusa in all, the refusal is accepted: missing
 * stock does not come back. Other errors may happen between them, and under
 * load they do.
 */
export const REFUSALS_BELIEVED = 3

/**
 * The fewest attempts before the wait can end: a store that was down for hours
 * has not tried yet.
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
 * The shortest pause between two checks of a checkout. Before a page is given for which
 * the shopper could be charged a second time it is never longer; see `checkPause`.
 */
export const SHORT_PAUSE_MS = 5 * SECOND

/** After so many checks of a checkout a waiting shopper's pause is never short. */
const SHORT_PAUSES = 6

/**
 * How long after a check of a pending checkout a waiting shopper can cause the
 * next one, in milliseconds: 15 s, 30 s ... 10 minutes. The first ones are 5 s apart
 * at most while the limit has room: who looked before paying is not made to wait.
 */
export function checkPause(asks: number, hasRoom = false): number {
  const grown =
    asks === 0 ? 0 : Math.min(15 * SECOND * 2 ** (asks - 1), 10 * MINUTE)
  return hasRoom && asks < SHORT_PAUSES
    ? Math.min(grown, SHORT_PAUSE_MS)
    : grown
}

/**
 * How long until a refund request is checked again, in milliseconds: 1, 2, 4
 * ... minutes up to an hour. Approval and processing take up to a business day.
 */
export function refundCheckPause(looks: number): number {
  return Math.min(MINUTE * 2 ** (looks - 1), 60 * MINUTE)
}

/**
 * When a refund request that has ended is checked again, in milliseconds after
 * its end; null when it was checked often enough. The service's support can
 * repair a failed one, so an end may change.
 */
export function checkAfterEnd(sinceEndMs: number): number | null {
  const looks = [60 * MINUTE, 24 * 60 * MINUTE, 7 * 24 * 60 * MINUTE]
  return looks.find((look) => look > sinceEndMs) ?? null
}

/**
 * A checkout that the service still calls `received` after this is abandoned:
 * its payment session and the retries of its callback (3 hours) ended long
 * before. If it becomes successful even then, that is accepted.
 */
export const ABANDONED_AFTER_MS = 7 * 24 * HOUR

/** How long after an order was placed the service has to call its payment successful. */
export const CONFIRMED_AFTER_MS = 10 * MINUTE

/** So young a checkout nobody has paid: the callback or the shopper comes later. */
export const CALLBACK_COMES_MS = 5 * SECOND

/** The service's clock and a store's are not so far apart. */
export const CLOCKS_APART_MS = 24 * HOUR

/** Nor are those of two processes of a store. */
export const PROCESSES_APART_MS = 10 * MINUTE

/** The service repeats a callback for three hours (Events). */
export const CALLBACKS_OVER_MS = 3 * HOUR

/**
 * When a pending checkout is checked next, in milliseconds from now, by its
 * age: when that has tripled, so that few requests are needed until its end.
 */
export function nextCheckIn(ageMs: number): number {
  const next = Math.max(2 * ageMs, HOUR)
  const lastLook = ABANDONED_AFTER_MS - ageMs
  return lastLook > 0 ? Math.min(next, lastLook) : next
}

/**
 * When a payment is checked again that the service has called successful and calls
 * otherwise now, in milliseconds: each day at least, as it goes by itself when the
 * service has mended it.
 */
export function contradictedCheckIn(ageMs: number): number {
  return Math.min(nextCheckIn(ageMs), 24 * HOUR)
}

/**
 * When a checkout is checked again after a check; `over` when it need not be:
 * an abandoned one is closed. A cancelled one is checked once more, when no
 * payment can be under way any longer. One that the service created and does not know
 * is never closed: as it may only forget what nobody paid, its checks are ever further
 * apart.
 */
export function nextCheck(
  {
    opened_at,
    outcome,
    status,
    unknown_at,
  }: {
    opened_at: Date
    outcome: string
    status?: string | null
    unknown_at?: Date | null
  },
  now: number
): Date | "over" {
  const age = now - opened_at.getTime()
  if (status === "successful") {
    return new Date(now + contradictedCheckIn(age))
  }
  if (age >= ABANDONED_AFTER_MS && !(unknown_at && outcome === "open")) {
    return "over"
  }
  const left = ABANDONED_AFTER_MS - age
  return new Date(now + (outcome === "closed" ? left : nextCheckIn(age)))
}

/**
 * The most checkouts that the list (newest first) may have down to the oldest
 * due one, so that reading the list is faster than a fetch by id of each due
 * one.
 */
export function listReach(input: {
  due: number
  itemsAPage: number
  fetchesAMinute: number
}): number {
  const minutesById = Math.ceil(input.due / input.fetchesAMinute)
  return (minutesById - 1) * input.itemsAPage
}
