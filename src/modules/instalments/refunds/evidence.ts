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

/** What the service has, or may have, and may count. */
const MAY_BE_THERE: readonly RefundRequestRow["status"][] = [
  ...(["sending", "in_doubt", "requested", "pending"] as const),
  ...(["complete", "failed"] as const),
]
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
  const gone = others.filter((row) =>
    [row.status, row.service_status].every((word) => word === "complete")
  )
  const perhaps = others.filter(
    (row) => MAY_BE_THERE.includes(row.status) || row.doubted_at !== null
  )
  const atMost = paid - sumOf(gone)
  return { atMost, atLeast: paid - sumOf([...new Set([...gone, ...perhaps])]) }
}

/** The unknown entries that may be what a row has sent. */
export function candidatesOf(
  { amount, ...row }: Pick<Doubt, "amount" | "sent_at" | "doubted_at">,
  { unknown, clockDifference }: Pick<Reading, "unknown" | "clockDifference">
): Sighting[] {
  const sent = firstSent(row)
  return unknown.filter(
    (sighting) =>
      sighting.amount === amount &&
      (clockDifference === null ||
        // Not `>=`: a moment that cannot be read rules nothing out.
        !(Date.parse(sighting.created_at) < sent + clockDifference - MARGIN_MS))
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

/** When it was sent for the first time, in milliseconds. */
export function firstSent(row: Pick<Doubt, "doubted_at" | "sent_at">): number {
  return (row.doubted_at ?? row.sent_at)?.getTime() ?? 0
}

const sumOf = (rows: { amount: number }[]) =>
  rows.reduce((cents, { amount }) => cents + amount, 0)
