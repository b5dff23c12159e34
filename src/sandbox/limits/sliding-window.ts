/** At most `limit` requests in any window of `windowMs`. */
export type Limit = { limit: number; windowMs: number }

/**
 * Counts requests in a window that slides with the time. Refused requests
 * count too: a client that keeps knocking stays outside.
 */
export class SlidingWindow {
  private times: number[] = []

  constructor(private readonly rule: Limit) {}

  /**
   * Counts one request at `now` (milliseconds). Answers 0 when it may pass,
   * else in how many seconds the next one will, if none comes in between.
   */
  count(now: number): number {
    const { limit, windowMs } = this.rule
    this.times = this.times.filter((time) => time > now - windowMs)
    this.times.push(now)
    if (this.times.length <= limit) {
      return 0
    }
    // Only the newest `limit` matter from here on.
    this.times = this.times.slice(-limit)
    const freed = (this.times[0] ?? now) + windowMs
    return Math.max(1, Math.ceil((freed - now) / 1000))
  }
}
