import type { RefundRequestRow } from "../ledger/rows"
import { isOver, isOverLate, onItsWay } from "./state"

/** What is known of an earlier refund request of the payment. */
type Earlier = Pick<
  RefundRequestRow,
  | "id"
  | "status"
  | "amount"
  | "service_amount"
  | "reason"
  | "refund_id"
  | "dropped_at"
  | "held_reason"
  | "superseded_by"
  | "filed_at"
>

/**
 * Whose place a refund request takes, so that nobody has to see to them any
 * more: of those that ended in vain before it the oldest that its
 * amount covers, and all of them when nothing is left to return after it. One
 * that fails later is not among them. One that a person returns again (`replaces`)
 * is the only one while anything is left. What the merchant has taken back is not
 * asked for again, unless nothing is left: it would leave the failed one beside it
 * with an alert, to be refunded twice. One whose other sending was accepted late comes
 * last, and only if the amount covers it: when that sending fails, nobody is to be told
 * to return its money once more. Amounts are cents; answers ids.
 */
export function whatItReplaces(
  {
    amount,
    paid,
    replaces,
  }: { amount: number; paid: number; replaces?: string },
  earlier: Earlier[]
): string[] {
  const isAll = paid <= onItsWay(earlier) + amount
  if (replaces && !isAll) {
    return [replaces]
  }
  const wanted = earlier.filter(isWanted)
  const open = wanted.filter(({ superseded_by }) => superseded_by === null)
  const sentTwice = wanted.filter((row) => earlier.some(isOtherSending(row)))
  let covers = amount
  return [...open, ...sentTwice].flatMap((row) => {
    const isCovered = row.amount <= covers && !isTakenBack(row)
    if (!isCovered && !(isAll && row.superseded_by === null)) {
      return []
    }
    covers -= row.amount
    return [row.id]
  })
}

/** Whether an ended one stood for money that somebody wants returned. */
function isWanted(row: Earlier): boolean {
  return isOver(row.status) && !isOverLate(row) && !wasSeen(row)
}

/** Whether it is another sending of `row`, accepted late, which stands in its place. */
function isOtherSending({ superseded_by, filed_at }: Earlier) {
  return (one: Earlier) =>
    one.id === superseded_by && one.filed_at?.getTime() === filed_at?.getTime()
}

/** Nobody waits for what the merchant has withdrawn, but of a cancelled order. */
function isTakenBack({ status, held_reason }: Earlier): boolean {
  return status === "withdrawn" && held_reason === null
}

/** What Medusa dropped at once was seen by who asked for it. */
function wasSeen({ reason, dropped_at, held_reason }: Earlier): boolean {
  return reason === "merchant" && dropped_at !== null && held_reason === null
}
