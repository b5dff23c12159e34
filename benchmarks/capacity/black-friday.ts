import { ABANDONED_AFTER_MS } from "../../src/modules/instalments/domain/pauses"
import { THRESHOLDS } from "../../src/modules/instalments/health/list"
import { retryAfterMs } from "../../src/sandbox/callbacks/courier"
import {
  ASSUMED,
  BLACK_FRIDAY,
  busyness,
  PEAK_BEGINS,
  type Asking,
} from "./costs"
import { FIRST_LOOK, NOTHING, Pending } from "./pending"
import { Reconciling } from "./reconciling"

const MINUTE = 60_000
const DAY = 1_440
/** What is not found so many minutes after Black Friday is counted as found then. */
export const GIVEN_UP = 7 * DAY

/** Which share of the callbacks is lost, and whether the service tries again. */
export type Losses = {
  share: number
  from: number
  minutes: number
  areRetried: boolean
}

/** One in a thousand, of a whole day, and no retry comes. */
export const ONE_IN_1000: Losses = {
  share: 0.001,
  from: BLACK_FRIDAY,
  minutes: DAY,
  areRetried: false,
}

/** All, for so many minutes from the busiest hour's begin on. */
export const outage = (minutes: number): Losses => ({
  share: 1,
  from: PEAK_BEGINS,
  minutes,
  areRetried: true,
})

/** How long lost payments waited, in minutes, and what the merchant saw. */
export type Found = {
  p50: number
  p99: number
  /** Of the minutes of Black Friday, in how many the alert about a backlog rang. */
  alerted: number
  /** Of how many minutes the callbacks come again at once, at most. */
  retriedAtOnce: number
}

/**
 * Black Friday after a week as usual; `mean` orders a minute over a day. A wait
 * begins when the shopper is back in the shop, or at the first look.
 */
export function loseCallbacks(
  mean: number,
  losses: Losses,
  asking: Asking,
  givenUp = GIVEN_UP
): Found {
  const end = BLACK_FRIDAY + DAY + givenUp
  const pending = new Pending(end, ASSUMED.paysAfter)
  const job = new Reconciling(pending, asking)
  const opened = (minute: number) => (mean * busyness(minute)) / ASSUMED.paid
  const isOver = (minute: number) =>
    minute >= BLACK_FRIDAY + DAY && lost - found(pending) <= NOTHING * lost
  const over = losses.from + losses.minutes
  let lost = 0
  let alerted = 0
  const retries = new Map<number, number[]>()
  for (let now = 0; now < end && !isOver(now); now++) {
    pending.open(opened(now))
    pending.plan(now, now + FIRST_LOOK, opened(now) * LAPSED)
    const lastLook = now + ABANDONED_AFTER_MS / MINUTE
    pending.plan(now, lastLook, opened(now) * ASSUMED.cancelled)
    if (now >= losses.from && now < over) {
      const minute = now - ASSUMED.paysAfter
      const payments = opened(minute) * ASSUMED.paid * losses.share
      const wanted = payments * ASSUMED.comesBack
      pending.lose(minute, { wanted, quiet: payments - wanted })
      lost += payments
      const at = losses.areRetried ? retried(now, over) : Infinity
      retries.set(at, [...(retries.get(at) ?? []), minute])
    }
    for (const one of retries.get(now) ?? []) {
      pending.look(one, 1, "all")
    }
    job.run()
    if (now >= BLACK_FRIDAY && now < BLACK_FRIDAY + DAY) {
      alerted += pending.isBehind(THRESHOLDS.behind / MINUTE) ? 1 : 0
    }
  }
  const waits = [...pending.waits].map((count) => count ?? 0)
  waits[end - BLACK_FRIDAY] = lost - found(pending)
  return {
    p50: quantile(waits, 0.5),
    p99: quantile(waits, 0.99),
    alerted: alerted / DAY,
    retriedAtOnce: Math.max(
      ...[...retries.values()].map((minutes) => minutes.length)
    ),
  }
}

const LAPSED = 1 - ASSUMED.paid - ASSUMED.cancelled

/** When the first retry comes after an outage, as the sandbox repeats them. */
function retried(paid: number, over: number): number {
  let retry = 1
  while (paid + retryAfterMs(retry) / MINUTE < over) {
    retry++
  }
  return paid + retryAfterMs(retry) / MINUTE
}

function found({ waits }: Pending): number {
  return waits.reduce((sum, count) => sum + count, 0)
}

/** The value that this share of the counted ones does not exceed. */
export function quantile(counts: number[], share: number): number {
  const all = counts.reduce((sum, count) => sum + (count ?? 0), 0)
  let sum = 0
  for (const [value, count] of counts.entries()) {
    sum += count ?? 0
    if (sum >= all * share) {
      return value
    }
  }
  return 0
}
