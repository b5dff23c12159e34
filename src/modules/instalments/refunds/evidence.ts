import type { RefundRequestRow } from "../ledger/rows"
import { backOf } from "./state"

/** A refund request as the service's list shows it: it names no checkout. */
export type Sighting = {
  id: string
  amount: number
  status: string
  created_at: string
}

/**
 * An entry whose id no row knows, and its place among all in the order in which
 * they were first seen.
 */
export type UnknownEntry = Sighting & { seen_number: number }

/**
 * What the service may still take refunds for of a payment, in cents and without
 * the one in doubt: the least and the most, as it does not say whether it counts
 * failed ones, nor in time which have failed, nor of which payment those are that
 * no row knows.
 */
export type Left = { atLeast: number; atMost: number }

/** A refund request of which an entry may exist that no row knows. */
export type Doubt = Pick<
  RefundRequestRow,
  | "id"
  | "status"
  | "amount"
  | "sent_at"
  | "doubted_at"
  | "seen_before_sent"
  | "remainder_refused_at"
  | "held_reason"
  | "check_count"
  | "next_check_at"
> & { left: Left }

/** A reading of the whole list. */
export type Reading = {
  begunAt: Date
  unknown: UnknownEntry[]
  /** All that may have one of them. */
  doubts: Doubt[]
}

/** What the service has certainly not, unless its answer was lost before. */
const NOT_THERE = ["filed", "scheduled", "refused", "withdrawn"]

/**
 * What is left for a doubt, from the rows of its payment. Where the service says another
 * amount than was asked for, either may be what is gone there.
 */
export function leftWithout(
  { id }: Pick<RefundRequestRow, "id">,
  paid: number,
  rows: Pick<
    RefundRequestRow,
    | "id"
    | "status"
    | "service_status"
    | "amount"
    | "service_amount"
    | "doubted_at"
  >[]
): Left {
  const others = rows.filter((row) => row.id !== id)
  // One under way may have failed a moment ago: only an ended one is gone for good.
  const gone = others.filter(
    ({ status, service_status }) =>
      status === "complete" && service_status === "complete"
  )
  const perhaps = others.filter(
    ({ status, doubted_at }) =>
      !NOT_THERE.includes(status) || doubted_at !== null
  )
  return {
    atLeast: paid - sumOf(perhaps, Math.max),
    atMost: paid - sumOf(gone, Math.min),
  }
}

/**
 * The unknown entries that may be what a row has sent: none that was seen before.
 * When an entry was made is not asked, as clocks differ, and are set.
 */
export function candidatesOf(
  { amount, seen_before_sent }: Pick<Doubt, "amount" | "seen_before_sent">,
  { unknown }: Pick<Reading, "unknown">
): UnknownEntry[] {
  return unknown.filter(
    (entry) =>
      entry.amount === amount && entry.seen_number > (seen_before_sent ?? 0)
  )
}

/** Whether the service must refuse a second one, of whatever is left. */
export function takesNoSecond({ amount, left }: Doubt): boolean {
  return amount * 2 > left.atMost
}

/** Whether the service's refusal can only be for the first one. */
export function isProven(row: Doubt): boolean {
  const { remainder_refused_at, amount, left } = row
  return (
    remainder_refused_at !== null &&
    takesNoSecond(row) &&
    amount <= left.atLeast
  )
}

const sumOf = (
  rows: Pick<RefundRequestRow, "amount" | "service_amount">[],
  either: (asked: number, said: number) => number
) => rows.reduce((cents, row) => cents + either(row.amount, backOf(row)), 0)
