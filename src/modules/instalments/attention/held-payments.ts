import { TABLES, type CheckoutRow } from "../ledger/rows"
import { MOST, NOTHING, type Cause, type Place } from "./cause"

const ARRIVED = "The money has arrived: place the order, or return the money."
const PERHAPS =
  "If its callback still comes, it is settled by itself; else agree with the shopper and the service on what becomes of the money."

/**
 * Payments that arrived, or may have arrived, and are neither placed nor on
 * their way back.
 */
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
    text: `${row.held_reason ?? "No order could be placed"}. ${row.status ? ARRIVED : PERHAPS}`,
    opened_at: row.outcome_at ?? row.paid_at ?? row.opened_at,
    reference: row.id,
    cart_id: row.cart_id,
    amount: row.amount,
    currency: row.currency,
    actions: row.status ? ["settle", "refund", "resolve"] : ["resolve"],
    note_needed: true,
  }))
}
