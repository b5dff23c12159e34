import { TABLES, type CheckoutRow } from "../ledger/rows"
import { MOST, NOTHING, type Cause, type Place } from "./cause"

/** Payments that arrived and are neither placed nor on their way back. */
export async function heldPayments({ db, reference }: Place): Promise<Cause[]> {
  const rows = await db<CheckoutRow>(TABLES.checkout)
    .where({ outcome: "held", ...(reference ? { id: reference } : {}) })
    .whereNull("deleted_at")
    .orderBy("opened_at")
    .limit(MOST)
  return rows.map((row) => ({
    ...NOTHING,
    key: `held-payment:${row.id}`,
    kind: "held-payment",
    title: "Payment without an order",
    text: `${row.held_reason ?? "No order could be placed"}. The money has arrived: place the order, or return the money.`,
    opened_at: row.outcome_at ?? row.paid_at ?? row.opened_at,
    reference: row.id,
    cart_id: row.cart_id,
    amount: row.amount,
    currency: row.currency,
    actions: ["settle", "refund", "resolve"],
    note_needed: true,
  }))
}
