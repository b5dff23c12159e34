import type { FaultKind } from "./faults"
import type { Endpoint } from "./limits"

const KEPT = 10_000

/** One request to the API, as it was answered. */
export type JournalEntry = {
  /** On the sandbox clock. */
  at: string
  /** On the real clock, for comparing with a merchant's own log. */
  real_at: string
  method: string
  /** With its query. */
  path: string
  endpoint: Endpoint | null
  /** Null when the connection was cut instead of an answer. */
  status: number | null
  fault: FaultKind | null
}

/** The requests to the API, and how many were beyond a limit. */
export class Journal {
  /** The latest 10 000 requests, oldest first. */
  readonly requests: JournalEntry[] = []
  /** Requests by endpoint, all of them. */
  readonly counts: Record<string, number> = {}
  /** Requests beyond a rate limit, by endpoint; faults do not count. */
  readonly violations: Record<string, number> = {}

  /** Records one request. */
  add(entry: JournalEntry): void {
    this.requests.push(entry)
    if (this.requests.length > KEPT) {
      this.requests.shift()
    }
    const name = entry.endpoint ?? "unknown"
    this.counts[name] = (this.counts[name] ?? 0) + 1
    if (entry.status === 429 && entry.fault !== "rate_limit") {
      this.violations[name] = (this.violations[name] ?? 0) + 1
    }
  }

  /** Forgets everything. */
  clear(): void {
    this.requests.length = 0
    for (const counter of [this.counts, this.violations]) {
      Object.keys(counter).forEach((name) => delete counter[name])
    }
  }
}
