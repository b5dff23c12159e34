import { Refusal } from "./input"

/** At most `limit` requests in any window of `windowMs`. */
export type Limit = { limit: number; windowMs: number }

/** The seven endpoints of the API with their limits; two have none. */
const LIMITS = {
  "POST /api/checkouts": null,
  "GET /api/checkouts": { limit: 1, windowMs: 60_000 },
  "GET /api/checkouts/:id": { limit: 5, windowMs: 60_000 },
  "GET /api/config": { limit: 5, windowMs: 3_600_000 },
  "POST /api/refunds": { limit: 1, windowMs: 1000 },
  "GET /api/refunds": { limit: 1, windowMs: 60_000 },
  "GET /api/refunds/:id": null,
} satisfies Record<string, Limit | null>

/** One endpoint of the API, as the journal counts it. */
export type Endpoint = keyof typeof LIMITS

/** Which endpoint a request is for; undefined when the API has no such one. */
export function endpointOf(method: string, path: string): Endpoint | undefined {
  const form = path
    .replace(/(.)\/$/, "$1")
    .replace(/^\/api\/(checkouts|refunds)\/[^/]+$/, "/api/$1/:id")
  const endpoint = `${method} ${form}`
  return Object.hasOwn(LIMITS, endpoint) ? (endpoint as Endpoint) : undefined
}

/** The rate limits of one integration, one window for each endpoint. */
export class Limiter {
  private readonly windows = new Map<string, SlidingWindow>()

  /**
   * Counts a request; one too many is refused with 429 and the seconds to wait.
   */
  count(endpoint: Endpoint, now: number, clock: "real" | "sandbox"): void {
    const rule: Limit | null = LIMITS[endpoint]
    if (!rule) {
      return
    }
    // A window of its own for each clock: their times do not compare.
    const name = `${clock} ${endpoint}`
    const window = this.windows.get(name) ?? new SlidingWindow(rule)
    this.windows.set(name, window)
    const seconds = window.count(now)
    if (seconds > 0) {
      throw new Refusal(429, rateLimitDetail(seconds))
    }
  }

  /** Forgets every request. */
  clear(): void {
    this.windows.clear()
  }
}

/**
 * Counts requests in a window that slides with the time. Refused requests count
 * too: a client that keeps retrying stays refused.
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

/** The text of a 429, with the seconds to wait as in the specification. */
export function rateLimitDetail(seconds: number): string {
  return `Rate limit exceeded. Try again in ${seconds} seconds`
}
