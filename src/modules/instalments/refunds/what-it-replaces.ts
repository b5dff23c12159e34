import type { RefundRequestRow } from "../ledger/rows"
import { isOver, isOverLate, onItsWay } from "./state"

/** What is known of an earlier refund request of the payment. */
type Earlier = Pick<
  RefundRequestRow,
  | "id"
  | "status"
  | "amount"
  | "reason"
  | "refund_id"
  | "dropped_at"
  | "held_reason"
  | "replaced_by"
>

/**
 * Whose place a refund request takes, so that nobody has to see to them any
 * more: of those that ended in vain before it the oldest that its
 * amount covers, and all of them when nothing is left to return after it. One
 * that fails later is not among them. One that a person returns again (`replaces`)
 * is the only one while anything is left. What the merchant has taken back is not
 * asked for again, unless nothing is left: it would leave the failed one beside it
 * with an alert, to be refunded twice. Amounts are cents; answers ids.
 */
export function whatItReplaces(
  {
    amount,
    paid,
    replaces,
  }: { amount: number; paid: number; replaces?: string },
  earlier: Earlier[]
): string[] {
  let covers = paid > onItsWay(earlier) + amount ? amount : Infinity
  if (replaces && covers !== Infinity) {
    return [replaces]
  }
  return earlier.filter(isOpen).flatMap((row) => {
    if (row.amount > covers || (covers !== Infinity && isTakenBack(row))) {
      return []
    }
    covers -= row.amount
    return [row.id]
  })
}

/** Whether an ended one still stands for money that somebody wants returned. */
function isOpen(row: Earlier): boolean {
  const isOwed = !isOverLate(row) && !wasSeen(row)
  return isOver(row.status) && row.replaced_by === null && isOwed
}

/** Nobody waits for what the merchant has withdrawn, but of a cancelled order. */
function isTakenBack({ status, held_reason }: Earlier): boolean {
  return status === "withdrawn" && held_reason === null
}

/** What Medusa dropped at once was seen by who asked for it. */
function wasSeen({ reason, dropped_at, held_reason }: Earlier): boolean {
  return reason === "merchant" && dropped_at !== null && held_reason === null
}
