import { Refusal } from "./input"

/** At most `limit` requests in any window of `windowMs`. */
type Limit = { limit: number; windowMs: number }

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

/** The rate limits of one integration: the times of the requests that count. */
export class Limiter {
  private readonly times = new Map<string, number[]>()

  /**
   * Counts a request; one too many is refused with 429 and the seconds to wait.
   * The window slides, and refused requests count too: a client that keeps
   * retrying stays refused.
   */
  count(endpoint: Endpoint, now: number, clock: "real" | "sandbox"): void {
    const rule: Limit | null = LIMITS[endpoint]
    if (!rule) {
      return
    }
    // A window of its own for each clock: their times do not compare.
    const name = `${clock} ${endpoint}`
    const earlier = this.times.get(name) ?? []
    const isFull =
      earlier.filter((time) => time > now - rule.windowMs).length >= rule.limit
    // Only the newest `limit` matter from here on.
    const newest = [...earlier, now].slice(-rule.limit)
    this.times.set(name, newest)
    if (isFull) {
      const freed = (newest[0] ?? now) + rule.windowMs
      const seconds = Math.max(1, Math.ceil((freed - now) / 1000))
      throw new Refusal(429, rateLimitDetail(seconds))
    }
  }

  /** Forgets every request. */
  clear(): void {
    this.times.clear()
  }
}

/** The text of a 429, with the seconds to wait as in the specification. */
export function rateLimitDetail(seconds: number): string {
  return `Rate limit exceeded. Try again in ${seconds} seconds`
}
