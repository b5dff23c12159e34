const SECOND = 1_000
const MINUTE = 60 * SECOND

/** So often settling is tried before a payment is called unplaced. */
export const SETTLE_ATTEMPTS = 12

/**
 * So many attempts at least stand behind a refusal of core's that is believed,
 * the last two of them with the same words: stock that is gone stays gone, and
 * what a killed or restarted process left half done does not.
 */
export const REFUSED_ATTEMPTS = 3

/**
 * How long after an attempt to settle the next one may begin, in milliseconds:
 * 10 s, 20 s, 40 s ... up to 15 minutes, an hour and three quarters in all.
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
