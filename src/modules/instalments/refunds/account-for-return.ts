import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { moneyInWords } from "../domain/money"
import { TABLES, type CheckoutRow, type RefundRequestRow } from "../ledger/rows"
import { onItsWay } from "./return-payment"
import { whyItEnded } from "./why-it-ended"

/**
 * Keeps the outcome of a payment without an order true when one of its refund
 * requests has ended: `returned` needs all of it refunded or on its way, else it
 * is `held` for a person; a held one of which all is on its way is `returned`.
 * Answers the row when its outcome has changed.
 */
export async function accountForReturn(
  db: Knex,
  reference: string,
  now: Date
): Promise<CheckoutRow | null> {
  return db.transaction(async (trx) => {
    const checkout = await trx<CheckoutRow>(TABLES.checkout)
      .where({ id: reference, status: "successful", order_id: null })
      .forUpdate()
      .first()
    if (!checkout) {
      return null
    }
    const left = checkout.amount - (await onItsWay(trx, reference))
    const change = changeOf(checkout, left, await whyItFailed(trx, reference))
    if (!change) {
      return null
    }
    const [changed] = await trx<CheckoutRow>(TABLES.checkout)
      .where({ id: reference })
      .update({ ...change, outcome_at: now })
      .returning("*")
    return changed ?? null
  })
}

/** Why the last of its refund requests that failed or were refused did. */
async function whyItFailed(db: Knex, reference: string): Promise<string> {
  const last = await db<RefundRequestRow>(TABLES.refundRequest)
    .where({ reference, deleted_at: null })
    .whereIn("status", ["failed", "refused"])
    .orderBy("created_at", "desc")
    .first()
  return whyItEnded(last ?? { last_error: null })
}

function changeOf(
  { outcome, held_reason, currency }: CheckoutRow,
  left: number,
  why: string
) {
  if (outcome === "returned" && left > 0) {
    const reason = held_reason ?? "It has no order"
    const failure = `${moneyInWords(left, currency)} of it could not be returned: ${why}. Speak to the service's support before you return it again`
    return {
      outcome: "held" as const,
      // Returned again in vain for the same cause, it is said once.
      held_reason: reason.includes(failure) ? reason : `${reason}; ${failure}`,
    }
  }
  return outcome === "held" && left <= 0
    ? { outcome: "returned" as const }
    : null
}
