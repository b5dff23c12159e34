import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { TABLES, type CheckoutRow } from "./rows"

/** What was proven of a checkout, by a callback or a fetch. */
export type Payment = {
  paid_at: Date
  paid_not_before: Date
  number_of_payments?: number
}

/**
 * Writes that a checkout is paid: money wins over whatever was known before.
 * `news` is false when it was known already; then nothing changes.
 */
export async function learnPaid(
  db: Knex,
  id: string,
  payment: Payment
): Promise<{ checkout: CheckoutRow; news: boolean }> {
  const { number_of_payments, ...paid } = payment
  const [changed] = await db<CheckoutRow>(TABLES.checkout)
    .where({ id })
    .whereRaw("status is distinct from 'successful'")
    .update({
      ...paid,
      status: "successful",
      // A closed or held row is open again: there is money to account for.
      outcome: "open",
      outcome_at: null,
      held_reason: null,
      look_after: paid.paid_at,
      updated_at: paid.paid_at,
      ...(number_of_payments ? { number_of_payments } : {}),
    })
    .returning("*")
  if (changed) {
    return { checkout: changed, news: true }
  }
  // A fetch does not tell the term; the callback that comes after it does.
  const [known] = await db<CheckoutRow>(TABLES.checkout)
    .where({ id })
    .update({
      number_of_payments: db.raw("coalesce(number_of_payments, ?)", [
        number_of_payments ?? null,
      ]),
    })
    .returning("*")
  if (!known) {
    throw new Error(`Checkout ${id} is not in the ledger`)
  }
  return { checkout: known, news: false }
}

/**
 * Writes another status of the service's: `cancelled` closes the row, an
 * unknown one is kept as it came. Nothing ever takes back `successful`. A
 * cancelled checkout is still looked at: its callback may have been overtaken,
 * and the one of a payment made in another tab may be lost.
 */
export async function learnStatus(
  db: Knex,
  id: string,
  status: string,
  now: Date
): Promise<boolean> {
  const closes = ["cancelled", "invalid_payload"].includes(status)
  const changed = await db<CheckoutRow>(TABLES.checkout)
    .where({ id })
    .whereRaw("status is distinct from 'successful'")
    .whereRaw("status is distinct from ?", [status])
    .update({
      status,
      ...(closes ? { outcome: "closed", outcome_at: now } : {}),
      ...(status === "invalid_payload" ? { look_after: null } : {}),
    })
  return changed > 0
}
