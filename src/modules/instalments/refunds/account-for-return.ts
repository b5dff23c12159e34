import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { paidAmount } from "../checkout/state"
import { CheckoutStore } from "../checkout/store"
import { moneyInWords } from "../domain/money"
import { TABLES, type CheckoutRow, type RefundRequestRow } from "../ledger/rows"
import { OVER } from "./state"
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
    const left = paidAmount(checkout) - (await onItsWay(trx, reference))
    const store = new CheckoutStore(trx)
    if (checkout.outcome === "returned" && left > 0) {
      const reason = stillHere(
        checkout,
        left,
        await whyItIsHere(trx, reference)
      )
      return store.held(reference, { kind: "return_failed", reason, now })
    }
    return checkout.outcome === "held" && left <= 0
      ? store.returned(reference, { reason: null, now })
      : null
  })
}

/** What became of the last of its refund requests that are over. */
async function whyItIsHere(db: Knex, reference: string): Promise<string> {
  const last = await db<RefundRequestRow>(TABLES.refundRequest)
    .where({ reference, deleted_at: null })
    .whereIn("status", OVER)
    .orderBy("created_at", "desc")
    .first()
  return last?.status === "withdrawn"
    ? "of it was to be returned, and the merchant has withdrawn that"
    : `of it could not be returned: ${whyItEnded(last ?? { last_error: null })}. Speak to the service's support before you return it again`
}

function stillHere(
  { held_reason, currency }: CheckoutRow,
  left: number,
  why: string
): string {
  const reason = held_reason ?? "It has no order"
  const failure = `${moneyInWords(left, currency)} ${why}`
  // Returned again in vain for the same cause, it is said once.
  return reason.includes(failure) ? reason : `${reason}; ${failure}`
}
