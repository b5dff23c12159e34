import type { RefundRequestRow } from "../ledger/rows"

/** A refund request as the service's list shows it: it names no checkout. */
export type Sighting = {
  id: string
  amount: number
  status: string
  created_at: string
}

/**
 * What the service may still take refunds for of a payment, in cents and without
 * the one in doubt: the least and the most, as it does not say whether it counts
 * failed ones, nor in time which have failed.
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
  | "remainder_refused_at"
  | "held_reason"
  | "looks"
  | "look_after"
> & { left: Left }

/** A reading of the whole list. */
export type Reading = {
  begunAt: Date
  /** The entries whose ids no row knows. */
  unknown: Sighting[]
  /** All that may have one of them. */
  doubts: Doubt[]
  /** How far the service's clock is ahead, in ms; null when it is not known. */
  clockDifference: number | null
}

/** What the service has certainly not, unless its answer was lost before. */
const NOT_THERE = ["filed", "scheduled", "refused", "withdrawn"]
/** What clocks that were compared may still differ. */
const MARGIN_MS = 10 * 60_000

/** What is left for a doubt, from the rows of its payment. */
export function leftWithout(
  { id }: Pick<RefundRequestRow, "id">,
  paid: number,
  rows: Pick<
    RefundRequestRow,
    "id" | "status" | "service_status" | "amount" | "doubted_at"
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
  return { atLeast: paid - sumOf(perhaps), atMost: paid - sumOf(gone) }
}

/** The unknown entries that may be what a row has sent. */
export function candidatesOf(
  row: Pick<Doubt, "amount" | "sent_at" | "doubted_at">,
  { unknown, clockDifference }: Pick<Reading, "unknown" | "clockDifference">
): Sighting[] {
  return unknown.filter(
    ({ amount, created_at }) =>
      amount === row.amount && !isFromBefore(created_at, row, clockDifference)
  )
}

/**
 * Whether what was made at this moment of the service's was certainly made before
 * a row was sent. Of a moment that cannot be read, and while the clocks were not
 * compared, it is not certain.
 */
export function isFromBefore(
  created_at: string,
  { sent_at, doubted_at }: Pick<Doubt, "sent_at" | "doubted_at">,
  clockDifference: Reading["clockDifference"]
): boolean {
  // The first sending counts, also when it was sent once more since.
  const sent = (doubted_at ?? sent_at)?.getTime() ?? 0
  return (
    clockDifference !== null &&
    Date.parse(created_at) < sent + clockDifference - MARGIN_MS
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

const sumOf = (rows: { amount: number }[]) =>
  rows.reduce((cents, { amount }) => cents + amount, 0)
