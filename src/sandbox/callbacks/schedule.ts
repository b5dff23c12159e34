/** Retries after the first delivery; then delivery stops. */
export const MOST_RETRIES = 18

/**
 * When the nth retry is due, in milliseconds after the first delivery. Each
 * pause is a minute longer than the one before: 18 retries take 171 minutes,
 * the "about 3 hours" of the specification.
 */
export function retryAfterMs(retry: number): number {
  return (60_000 * retry * (retry + 1)) / 2
}
