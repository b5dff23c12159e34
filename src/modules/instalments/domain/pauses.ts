const SECOND = 1_000
const MINUTE = 60 * SECOND

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
