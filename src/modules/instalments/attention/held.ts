import type { InferTypeOf } from "@medusajs/framework/types"
import { paidAmount } from "../checkout/state"
import { perhapsPaid } from "../checkout/unmatched"
import { moneyInWords } from "../domain/money-in-words"
import { paidCents, TABLES, type CheckoutRow } from "../ledger/rows"
import type { Callback } from "../models/callback"
import { OVER } from "../refunds/state"
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
import { heldPayments } from "./held-payments"

/**
 * Payments that a person has to decide about or identify, and signed callbacks
 * that changed nothing.
 */
export async function held(place: Place): Promise<Cause[]> {
  const found = await Promise.all([
    heldPayments(place),
    otherAmount(place),
    unidentified(place),
    withoutId(place),
    heldCallbacks(place),
  ])
  return found.flat()
}

/**
 * Word for word the condition of an index. PostgreSQL expects that two columns
 * differ in nearly every row, and would read the whole table; of an array it expects
 * ten. An order's total is not known once it was edited, and of a payment of what an
 * order owes: then it is what was asked for.
 */
const OTHER_AMOUNT = `
  select id from ${TABLES.checkout}
  where outcome = 'placed'
    and ${paidCents()} <> coalesce(order_amount, amount)
    and deleted_at is null`

/**
 * Whether the refunds of a checkout `c` leave a difference: less is refunded than was
 * paid too much. What was paid too little is a difference until all of it is refunded.
 */
const IS_LEFT = `
  (select coalesce(sum(r.amount), 0) from ${TABLES.refundRequest} as r
   where r.reference = c.id and r.deleted_at is null and r.status <> all(?))
  < case
      when ${paidCents("c.")} > coalesce(c.order_amount, c.amount)
      then ${paidCents("c.")} - coalesce(c.order_amount, c.amount)
      else ${paidCents("c.")} end`

/**
 * Orders whose total differs from what was paid for them, and where no refund has
 * returned the difference.
 */
async function otherAmount({ db, reference }: Place): Promise<Cause[]> {
  const rows: CheckoutRow[] = await oldestOpen(
    db({ c: TABLES.checkout })
      .where(reference ? { id: reference } : {})
      .whereRaw(`c.id = any(array(${OTHER_AMOUNT}))`)
      .whereRaw(IS_LEFT, [[...OVER]])
      .whereNull("deleted_at"),
    {
      key: "'other-amount:' || c.id",
      openedAt: "coalesce(c.outcome_at, c.opened_at)",
    }
  )
  return rows.map((row) => ({
    ...ofPayment(row),
    key: `other-amount:${row.id}`,
    kind: "other-amount",
    title: "Order of another amount",
    text: `${whatDiffers(row)}. ${
      paidAmount(row) > owedAmount(row)
        ? "Refund the difference from the order's page, or agree on it with the shopper."
        : "The shopper has paid too little: ask them for the difference, or agree on it with them."
    }`,
    opened_at: row.outcome_at ?? row.opened_at,
    order_id: row.order_id,
    actions: ["resolve"],
    note_needed: true,
  }))
}

/** What had to be paid, in cents, as far as it is known. */
function owedAmount({ order_amount, amount }: CheckoutRow): number {
  return order_amount ?? amount
}

function whatDiffers(row: CheckoutRow): string {
  const { amount, order_amount, currency } = row
  const paid = moneyInWords(paidAmount(row), currency)
  const owed = moneyInWords(owedAmount(row), currency)
  const what =
    order_amount === null
      ? `${owed} were asked for`
      : `the order came to ${owed}`
  return paidAmount(row) === amount
    ? `${paid} were paid, ${what}: the cart changed in the moment it was completed`
    : `${paid} were paid, ${what}: the service holds another amount than was asked for`
}

/**
 * Checkouts whose creation was not answered, and that an unmatched paid
 * checkout may be.
 */
async function unidentified({ db, reference }: Place): Promise<Cause[]> {
  const rows: (CheckoutRow & { service_id: string; seen_at: Date })[] =
    await oldestOpen(perhapsPaid(db), {
      key: "'unidentified:' || c.id",
      openedAt: "u.seen_at",
    })
  const bySeen = [...rows].sort((a, b) => Number(a.seen_at) - Number(b.seen_at))
  const newest = new Map(bySeen.map((row) => [row.id, row]))
  return [...newest.values()]
    .filter(({ id }) => !reference || id === reference)
    .map((row) => ({
      ...ofPayment(row),
      key: `unidentified:${row.id}`,
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
      // What was dealt with hides no one that is listed later.
      opened_at: row.seen_at,
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
async function heldCallbacks({ db, reference }: Place): Promise<Cause[]> {
  const rows: InferTypeOf<typeof Callback>[] = await oldestOpen(
    db({ c: TABLES.callback })
      .whereNotNull("held_reason")
      .whereNull("deleted_at")
      .whereRaw(`not ${BELIEVED_CALLBACK}`)
      .where(reference ? { reference } : {}),
    HELD_CALLBACK
  )
  return rows.map((row) => ({
    ...NOTHING,
    key: `held-callback:${row.id}`,
    kind: "held-callback",
    title: "Callback that changed nothing",
    text: `${row.held_reason}. It is signed by the service: find out where it belongs, with the service's support if need be.`,
    opened_at: row.received_at ?? row.created_at,
    reference: row.reference,
    count: row.deliveries,
    actions: ["resolve"],
  }))
}
