import { TABLES, type CheckoutRow } from "../ledger/rows"
import { ofPayment, oldestOpen, type Cause, type Place } from "./cause"

/**
 * Placed payments that the service does not, or no longer, call successful. Of one that
 * only a callback told, it may be that nobody paid: see SECURITY.md.
 */
export async function deniedPayments(place: Place): Promise<Cause[]> {
  const { db, reference } = place
  const rows = await oldestOpen<CheckoutRow>(
    place,
    db({ c: TABLES.checkout })
      // Word for word the condition of an index.
      .whereRaw("c.outcome = 'placed' and c.contradiction is not null")
      .where(reference ? { "c.id": reference } : {})
      .whereNull("c.deleted_at")
      .select("c.*"),
    {
      key: "'denied-payment:' || c.id",
      openedAt: "coalesce(c.outcome_at, c.opened_at)",
    }
  )
  return rows.map((row) => ({
    ...ofPayment(row),
    key: row.cause_key,
    kind: "denied-payment",
    title: "Order whose payment the service denies",
    text: `The order is placed, and of its payment the service says: ${row.contradiction}. Hand nothing over before its support has said whether the money has arrived. If it has not, cancel the order, and give the service a key of its own for callbacks (SECURITY.md): who has your keys may have signed this one. It is asked again each day, and this goes by itself once it says successful.`,
    opened_at: row.caused_at,
    order_id: row.order_id,
    actions: ["resolve"],
    note_needed: true,
  }))
}
