import { Refusal } from "../http/exchange"
import { LIMITS, type Endpoint } from "./endpoints"
import { SlidingWindow } from "./sliding-window"

/** The rate limits of one integration, one window for each endpoint. */
export class Limiter {
  private readonly windows = new Map<string, SlidingWindow>()

  /** Counts a request; one too many is refused with 429 and the hint. */
  count(endpoint: Endpoint, now: number, clock: "real" | "sandbox"): void {
    const rule = LIMITS[endpoint]
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

/** The text of a 429, with the retry hint of the specification. */
export function rateLimitDetail(seconds: number): string {
  return `Rate limit exceeded. Try again in ${seconds} seconds`
}
