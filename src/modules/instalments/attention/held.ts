import { perhapsPaid } from "../checkout/unmatched"
import { TABLES, type CallbackRow, type CheckoutRow } from "../ledger/rows"
import {
  BELIEVED_CALLBACK,
  HELD_CALLBACK,
  MOST,
  NOTHING,
  ofPayment,
  oldestOpen,
  type Cause,
  type Place,
} from "./cause"
import { deniedPayments } from "./denied-payments"
import { heldPayments } from "./held-payments"
import { otherAmounts } from "./other-amounts"

/**
 * Payments that a person has to decide about or identify, and signed callbacks
 * that changed nothing.
 */
export async function held(place: Place): Promise<Cause[]> {
  const found = await Promise.all([
    heldPayments(place),
    otherAmounts(place),
    deniedPayments(place),
    unidentified(place),
    withoutId(place),
    heldCallbacks(place),
  ])
  return found.flat()
}

/**
 * Checkouts whose creation was not answered, and that an unmatched paid
 * checkout may be.
 */
async function unidentified(place: Place): Promise<Cause[]> {
  const { db, reference } = place
  type Row = CheckoutRow & { service_id: string; seen_at: Date }
  const rows = await oldestOpen<Row>(place, perhapsPaid(db), {
    key: "'unidentified:' || c.id",
    // What was dealt with hides no one that is listed later.
    openedAt: "u.seen_at",
  })
  const bySeen = [...rows].sort((a, b) => Number(a.seen_at) - Number(b.seen_at))
  const newest = new Map(bySeen.map((row) => [row.id, row]))
  return [...newest.values()]
    .filter(({ id }) => !reference || id === reference)
    .map((row) => ({
      ...ofPayment(row),
      key: row.cause_key,
      kind: "unidentified",
      title: row.cart_id
        ? "Paid at the service, perhaps for this cart"
        : "Paid at the service, perhaps for this order",
      text: `The answer to this checkout's creation was lost. The service lists ${rows
        .filter(({ id }) => id === row.id)
        .map(({ service_id }) => service_id)
        .join(
          ", "
        )} as paid, for the same amount at about the same time; it may as well be somebody else's. Ask the service's support which of its checkouts has the reference ${row.id}, and identify it if there is one.`,
      opened_at: row.caused_at,
      actions: ["identify", "resolve"],
      note_needed: true,
    }))
}

/** Refunds that wait until a person tells the service's id of their payment. */
async function withoutId({ db, reference }: Place): Promise<Cause[]> {
  const waiting = db(TABLES.refundRequest)
    .where({ status: "scheduled" })
    .whereNull("checkout_id")
    .whereNull("deleted_at")
    .select("reference")
  const rows = await db<CheckoutRow>(TABLES.checkout)
    .whereIn("id", waiting)
    .where(reference ? { id: reference } : {})
    .whereNull("checkout_id")
    .whereNull("deleted_at")
    .orderBy("opened_at")
    .limit(MOST)
  return rows.map((row) => ({
    ...ofPayment(row),
    key: `refund-without-id:${row.id}`,
    kind: "refund-without-id",
    title: "Refund that waits for the service's id",
    text: `The answer to this checkout's creation was lost, its callback proved the payment. A refund needs the service's id of it: ask the service's support which of its checkouts has the reference ${row.id}, and identify it.`,
    opened_at: row.outcome_at ?? row.opened_at,
    order_id: row.order_id,
    actions: ["identify"],
  }))
}

/**
 * Verified callbacks that match no checkout, were not understood, or contradict what
 * the service says otherwise.
 */
async function heldCallbacks(place: Place): Promise<Cause[]> {
  const { db, reference } = place
  const rows = await oldestOpen<CallbackRow>(
    place,
    db({ c: TABLES.callback })
      .select("c.*")
      .whereNotNull("held_reason")
      .whereNull("deleted_at")
      .whereRaw(`not ${BELIEVED_CALLBACK}`)
      .where(reference ? { reference } : {}),
    HELD_CALLBACK
  )
  return rows.map((row) => ({
    ...NOTHING,
    key: row.cause_key,
    kind: "held-callback",
    title: "Callback that changed nothing",
    text: `${row.held_reason}. It is signed by the service: find out where it belongs, with the service's support if need be.`,
    opened_at: row.caused_at,
    reference: row.reference,
    count: row.deliveries,
    actions: ["resolve"],
  }))
}
