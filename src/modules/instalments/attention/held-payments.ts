import { paidAmount } from "../checkout/state"
import { moneyInWords } from "../domain/money-in-words"
import { backCents, TABLES, type CheckoutRow } from "../ledger/rows"
import { unmatchedOf } from "../ledger/unmatched"
import type { UnmatchedRefundRow } from "../refunds/unmatched"
import { OVER } from "../refunds/state"
import {
  HELD_PAYMENT,
  MOST,
  ofPayment,
  oldestOpen,
  type Cause,
  type Place,
} from "./cause"

/** A held payment, and what is known of refunds of it. */
type Held = CheckoutRow & {
  /** The cents that are refunded or on their way. */
  back: number
  /** The least that the service has refused to return, as more than is left. */
  refused: number | null
}

const REQUESTS = `from ${TABLES.refundRequest} as r
  where r.reference = c.id and r.deleted_at is null`

/** More ids than these help nobody. */
const MOST_NAMED = 10

/** Payments that arrived and are neither placed nor being returned. */
export async function heldPayments(place: Place): Promise<Cause[]> {
  const { db, reference } = place
  const rows = await oldestOpen<Held>(
    place,
    db({ c: TABLES.checkout })
      .where({ outcome: "held", ...(reference ? { id: reference } : {}) })
      .whereNull("deleted_at")
      .select("c.*")
      .select(
        db.raw(
          `(select coalesce(sum(${backCents("r.")}), 0) ${REQUESTS}
            and r.status <> all(?))::int as back`,
          [[...OVER]]
        ),
        db.raw(
          `(select min(r.amount) ${REQUESTS} and r.status = 'refused'
            and r.remainder_refused_at is not null
            and r.superseded_by is null) as refused`
        )
      ),
    HELD_PAYMENT
  )
  const entries = rows.length > 0 ? await entriesOf(rows, place) : []
  return rows.map((row) => {
    const ids = entries.filter(mayBeOf(row)).map(({ id }) => id)
    return {
      ...ofPayment(row),
      key: row.cause_key,
      kind: "held-payment",
      title: row.cart_id
        ? "Payment without an order"
        : "Payment that its order does not owe",
      text: `${whyHeld(row)}. ${whatToDo(row, ids)}`,
      opened_at: row.caused_at,
      actions: mayBeSettled(row, ids)
        ? ["settle", "refund", "resolve"]
        : ["refund", "resolve"],
      note_needed: true,
    }
  })
}

/** The newest refunds that no refund request is, of what is left of these. */
function entriesOf(rows: Held[], { db }: Place): Promise<UnmatchedRefundRow[]> {
  return unmatchedOf(db, "instalments_unmatched_refund")
    .whereIn("u.amount", rows.map(leftOf))
    .whereNot("u.status", "failed")
    .orderBy("u.seen_at", "desc")
    .limit(MOST)
    .select("u.*")
}

/** Whether support may have refunded a payment by it: none that was seen before. */
function mayBeOf(row: Held) {
  return (one: UnmatchedRefundRow) =>
    one.amount === leftOf(row) &&
    one.currency === row.currency &&
    one.seen_at >= row.opened_at
}

const leftOf = (row: Held) => paidAmount(row) - row.back

/** Whether what has gone back since does not explain the service's refusal. */
const isRefused = (row: Held) =>
  row.refused !== null && row.refused <= leftOf(row)

/**
 * A refund that nobody knows may as well be another system's, and the service may
 * refuse for another cause: only both together keep a person from placing the order.
 */
function mayBeSettled(row: Held, ids: string[]): boolean {
  const isReturned = isRefused(row) && ids.length > 0
  return !row.contradiction && row.back === 0 && !isReturned
}

function whyHeld({ held_reason, cart_id }: CheckoutRow): string {
  const unknown = cart_id
    ? "No order could be placed"
    : "It could not be booked on its order"
  return held_reason ?? unknown
}

function whatToDo(row: Held, ids: string[]): string {
  const { contradiction, cart_id, checkout_id, back, currency } = row
  if (contradiction) {
    return `The service says ${contradiction} now, after it said successful: ask its support which is true, and ${cart_id ? "place no order" : "do not book it"} until the service says successful again. If the money has arrived, it can be returned.`
  }
  const settle = cart_id
    ? "place the order"
    : "book it on the order once that owes it"
  const giveBack =
    back > 0
      ? `return the rest, ${moneyInWords(leftOf(row), currency)}`
      : `return the money${isRefused(row) ? " again" : ""}`
  const ways = mayBeSettled(row, ids) ? `${settle}, or ${giveBack}` : giveBack
  const ask = `ask the service's support whether it has refunded checkout ${checkout_id ?? row.id} by itself. If it has, book that under “Refunded at the service, not known here”`
  if (ids.length > 0) {
    return `The service lists a refund of just this amount that is not known here (${named(ids)})${isRefused(row) ? ", and refuses to return the money as more than is left" : ""}: ${ask}. Only if it has not, ${ways}.`
  }
  if (isRefused(row)) {
    return `The service may have refunded it already: ${ask}, where it stands within the hour. Only if it has not, ${ways}.`
  }
  return back > 0
    ? `${moneyInWords(back, currency)} of it are refunded or on their way back: ${ways}.`
    : `The money has arrived: ${ways}.`
}

function named(ids: string[]): string {
  const more = ids.length - MOST_NAMED
  return `${ids.slice(0, MOST_NAMED).join(", ")}${more > 0 ? `, and ${more} more` : ""}`
}
