/** The ways in which the sandbox can misbehave on purpose. */
export const FAULT_KINDS = [
  "slow",
  "down",
  "error",
  "truncated",
  "rate_limit",
  "lost_answer",
  "wrong_types",
] as const

/** One way in which the sandbox misbehaves. */
export type FaultKind = (typeof FAULT_KINDS)[number]

/** What shall go wrong, and for which requests. */
export type Fault = {
  kind: FaultKind
  /** Left out: every method. */
  method?: string
  /** A pathname and all below it; left out: `/api`. */
  path?: string
  /** Only `path` itself, nothing below it. */
  exact?: boolean
  /** For so many requests; left out: until it is removed. */
  times?: number
  /** How long `slow` holds the answer back, real milliseconds. */
  ms?: number
  /** The status of `error`. */
  status?: number
  /** The hint of `rate_limit`. */
  seconds?: number
}

/** Whether a fault is for a request. */
export function isMeant(fault: Fault, method: string, path: string): boolean {
  const prefix = (fault.path ?? "/api").replace(/\/$/, "")
  const below = !fault.exact && path.startsWith(`${prefix}/`)
  const sameMethod = !fault.method || fault.method.toUpperCase() === method
  return sameMethod && (path === prefix || below)
}
