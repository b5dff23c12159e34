const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** The thresholds of the checks, in milliseconds unless said otherwise. */
export const THRESHOLDS = {
  /** The refund rules use days and 10:00 o'clock: seconds do not matter. */
  clockApart: 30_000,
  /** It is read every hour; a failed reading is tried again each quarter. */
  configOld: 3 * HOUR_MS,
  /** The limits delay a check for this long, or half of the age at which it was to be. */
  behind: 30 * MINUTE_MS,
  /** A job that has missed this many of its runs does not run. */
  missedRuns: 5,
  /** So many payments in a week without any callback are no accident. */
  silentPayments: 5,
  silentFor: 7 * DAY_MS,
  /** A callback that failed is sent again within minutes. */
  silentAfter: 10 * MINUTE_MS,
  /** Anybody can post to the hook: the warning ends after this time without another. */
  unverified: DAY_MS,
  /** Medusa books a refund within seconds, and the job repairs it every minute. */
  refundFiled: 15 * MINUTE_MS,
  /** One refund a second is sent, so an hour is more than a long queue takes. */
  refundDue: HOUR_MS,
  /** From a purchase after midnight to ten the next day, which is the longest rule. */
  refundTried: 36 * HOUR_MS,
  /** The longest list is read to its end twice in that time, at a page a minute. */
  refundDoubt: 2 * DAY_MS,
  /** Up to a business day (Limits in the API specification), over a long weekend. */
  refundEnds: 4 * DAY_MS,
} as const

/**
 * What a check found: `error` stops sales, `warning` needs a person, `note` is
 * only information, `unknown` cannot be determined here, or not yet.
 */
export type State = "ok" | "note" | "warning" | "error" | "unknown"

/** One check's result, in sentences for the person who reads it. */
export type Finding = {
  state: State
  /** What was found, without advice. */
  saw: string
  /** What to do about it. */
  next?: string
}

/** Something that stops sales. */
export function wrong(saw: string, next: string): Finding {
  return { state: "error", saw, next }
}

/** What was found and what to do, as one text. */
export function inWords({ saw, next }: Pick<Finding, "saw" | "next">): string {
  return next ? `${saw} ${next}` : saw
}

/**
 * A message of the plugin: its first sentence says what is wrong, the rest what
 * to do.
 */
export function inTwo(message: string): Pick<Finding, "saw" | "next"> {
  const [, saw = message, next] = /^(.*?\.) ([A-Z].*)$/s.exec(message) ?? []
  return { saw, next }
}
