import type { RefundRequestRow } from "../ledger/rows"
import { isOver } from "../refunds/state"
import { dateOf, dayOf } from "./calendar"

/** What a shopper may know of a payment that is returned. */
export type MoneyBack = {
  /** Not requested yet, under way at the service, or paid back by it. */
  status: "scheduled" | "requested" | "complete"
  /** The day by which the service has paid it back, `2026-11-24`. */
  expected_on: string
}

type Returned = Pick<
  RefundRequestRow,
  "reason" | "status" | "send_after" | "sent_at" | "finished_at"
>

/**
 * When a payment without an order will be back with the shopper, by the refund
 * requests that return it; null while the shop has not decided. Approval and
 * processing take up to a business day (Refunds in the API specification).
 */
export function moneyBack(
  requests: Returned[],
  timeZone: string,
  now: number
): MoneyBack | null {
  const returning = requests.filter(
    ({ reason, status }) => reason === "unplaced" && !isOver(status)
  )
  const last = returning
    .map((request) => stageOf(request, timeZone, now))
    .sort((a, b) => STAGES.indexOf(a.status) - STAGES.indexOf(b.status))[0]
  return last ? { ...last, expected_on: dateOf(last.expected_on) } : null
}

const STAGES: MoneyBack["status"][] = ["scheduled", "requested", "complete"]

function stageOf(
  { status, send_after, sent_at, finished_at }: Returned,
  timeZone: string,
  now: number
): { status: MoneyBack["status"]; expected_on: number } {
  const day = (moment: Date) => dayOf(moment.getTime(), timeZone)
  if (status === "complete") {
    return { status, expected_on: day(finished_at ?? send_after) }
  }
  const isScheduled = status === "scheduled"
  const sent = day(isScheduled ? send_after : (sent_at ?? send_after))
  const today = dayOf(now, timeZone)
  const expected_on = nextBusinessDay(sent)
  return {
    status: isScheduled ? "scheduled" : "requested",
    // Late: no day that is over is promised.
    expected_on: expected_on < today ? nextBusinessDay(today) : expected_on,
  }
}

/** The first day after this one that is neither a Saturday nor a Sunday. */
function nextBusinessDay(day: number): number {
  const next = day + 1
  // Day 0, the first of January 1970, was a Thursday.
  const weekday = (next + 4) % 7
  return weekday === 6 ? next + 2 : weekday === 0 ? next + 1 : next
}
