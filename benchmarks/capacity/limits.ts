import { nextCheck } from "../../src/modules/instalments/domain/pauses"
import { mostOf } from "../../src/modules/instalments/limits/endpoints"
import {
  ASSUMED,
  BLACK_FRIDAY,
  busyness,
  machines,
  MEASURED,
  PEAK,
  TODAY,
} from "./costs"
import { FIRST_LOOK } from "./pending"
import { refundsDue, sendRefunds, SENDING, type Asked } from "./refunds"
import {
  loseCallbacks,
  ONE_IN_1000,
  outage,
  quantile,
  type Losses,
} from "./black-friday"

const MINUTE = 60_000
/** What is aimed at in the busiest hour: 99 of 100 within so many minutes. */
export const GOAL = { found: 10, refunded: 5 }

/** Beyond this it is no number that a service would agree to. */
const MOST = 200_000

/**
 * The smallest whole number that is enough, or a little more (2 %); null when none
 * is. What is enough stays so with a larger one.
 */
export function smallest(isEnough: (n: number) => boolean): number | null {
  let high = 1
  while (!isEnough(high)) {
    high *= 2
    if (high > MOST) {
      return null
    }
  }
  let low = Math.floor(high / 2)
  while (high - low > Math.max(1, high * 0.02)) {
    const middle = Math.floor((low + high) / 2)
    if (isEnough(middle)) {
      high = middle
    } else {
      low = middle
    }
  }
  return high
}

const isFound = (p99: number) => p99 <= GOAL.found
/** What is not found two hours after Black Friday has missed the goal. */
const MISSED = 120

/** Fetches by id a minute, with the list as it is. */
export function detailsFor(mean: number, losses: Losses): number | null {
  return smallest((details) =>
    isFound(loseCallbacks(mean, losses, { ...TODAY, details }, MISSED).p99)
  )
}

/** Pages of the list a minute, with the fetches as they are. */
export function pagesFor(mean: number, losses: Losses): number | null {
  return smallest((pages) =>
    isFound(loseCallbacks(mean, losses, { ...TODAY, pages }, MISSED).p99)
  )
}

/**
 * Pages a minute of a list that names only what has changed since the last
 * reading, the oldest change first. A checkout that lapses never changes, so none
 * is looked at in vain, and no callback is needed at all.
 */
export function changedPagesFor(mean: number): number | null {
  return smallest((pages) => {
    const waits: number[] = []
    let [changed, read] = [0, 0]
    const upTo: number[] = []
    let next = 0
    for (let minute = 0; next < 1_440; minute++) {
      changed += minute < 1_440 ? changes(mean, minute) : 0
      upTo.push(changed)
      read = Math.min(changed, read + pages * TODAY.items)
      for (; next <= minute && next < 1_440 && upTo[next]! <= read; next++) {
        const waited = minute - next
        waits[waited] = (waits[waited] ?? 0) + changes(mean, next)
      }
    }
    return isFound(quantile(waits, 0.99))
  })
}

function changes(mean: number, minute: number): number {
  const { paid, cancelled } = ASSUMED
  const opened = (mean * busyness(BLACK_FRIDAY + minute)) / paid
  return opened * (paid + cancelled)
}

/** Refunds a second, when as many are on their way at once as that needs. */
export function refundsFor(mean: number, asked: Asked): number | null {
  const due = refundsDue(mean, asked)
  return smallest((requests) => {
    const sending = { ...SENDING, requests, atOnce: Infinity }
    return sendRefunds(due, sending).p99 <= GOAL.refunded
  })
}

/** PostgreSQL's `max_connections` unless it is set. */
const CONNECTIONS = 100

/** Something that is used up, and at how many orders a minute (mean of a day). */
export type UsedUp = { what: string; mean: number }

/** What is used up, the first one first. */
export function firstToBreak(): UsedUp[] {
  const fetches = mostOf("GET /api/checkouts/:id", "background")
  const refunds = MINUTE / (SENDING.windowMs + 1 + SENDING.answerMs)
  const connections = smallest(
    (mean) => machines(mean, 0).connections > CONNECTIONS
  )
  return [
    {
      what: "fetches by id: checkouts have to be looked at faster",
      mean: fetches / looksAnOrder(),
    },
    {
      what: "the list: a minute opens a page of checkouts, so the job reads no older ones",
      mean: (TODAY.pages * TODAY.items * ASSUMED.paid) / PEAK,
    },
    ...[0.02, 0.06, 0.15].map((share) => ({
      what: `refunds one a second: ${share * 100}% of the orders`,
      mean: refunds / share / PEAK,
    })),
    {
      what: `PostgreSQL's usual ${CONNECTIONS} connections, without a pooler`,
      mean: connections ?? Infinity,
    },
    {
      what: "the worker that places the orders of what it found, one by one, after an hour without callbacks",
      mean: MINUTE / MEASURED.settleMs / PEAK,
    },
    {
      what: "Redis, which has one thread, when half is used",
      mean: (MINUTE * ASSUMED.busy) / MEASURED.redisMs / PEAK,
    },
  ].sort((a, b) => a.mean - b.mean)
}

/** How many looks by id the checkouts of one order need until all have ended. */
export function looksAnOrder(): number {
  const row = { opened_at: new Date(0), outcome: "open" }
  let looks = 0
  let at: Date | "over" = new Date(FIRST_LOOK * MINUTE)
  while (at !== "over") {
    looks++
    at = nextCheck(row, at.getTime())
  }
  const { paid, cancelled } = ASSUMED
  return ((1 - paid - cancelled) * looks + cancelled) / paid
}

/** The most orders a minute for which today's limits are enough. */
export function carriedToday() {
  const most = (fails: (mean: number) => boolean) =>
    // In tenths: the first ones fail early.
    ((smallest((tenths) => fails(tenths / 10)) ?? Infinity) - 1) / 10
  return {
    lost: most(
      (mean) => loseCallbacks(mean, ONE_IN_1000, TODAY).p99 > GOAL.found
    ),
    outage: most(
      (mean) => loseCallbacks(mean, outage(60), TODAY).p99 > GOAL.found
    ),
    refunds: [0.02, 0.06, 0.15].map((share) =>
      most(
        (mean) =>
          sendRefunds(refundsDue(mean, { share }), SENDING).p99 > GOAL.refunded
      )
    ),
  }
}
