import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { paidAmount } from "../checkout/state"
import { CheckoutStore } from "../checkout/store"
import { moneyInWords } from "../domain/money"
import { TABLES, type CheckoutRow, type RefundRequestRow } from "../ledger/rows"
import { OVER } from "./state"
import { onItsWay } from "./returns"
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
      const reason = stillHere(checkout, left, await lastOver(trx, reference))
      return store.held(reference, { kind: "return_failed", reason, now })
    }
    return checkout.outcome === "held" && left <= 0
      ? store.returned(reference, { reason: null, now })
      : null
  })
}

/** The last of its refund requests that are over. */
async function lastOver(db: Knex, reference: string) {
  return db<RefundRequestRow>(TABLES.refundRequest)
    .where({ reference, deleted_at: null })
    .whereIn("status", OVER)
    .orderBy("created_at", "desc")
    .first()
}

function stillHere(
  { held_reason, currency }: CheckoutRow,
  left: number,
  last: RefundRequestRow | undefined
): string {
  const reason = held_reason ?? "It has no order"
  const money = moneyInWords(left, currency)
  const failure =
    last?.status === "withdrawn"
      ? `${money} of it was to be returned, and the merchant has withdrawn that`
      : `${money} of it could not be returned: ${whyItEnded(last ?? { last_error: null })}. Speak to the service's support before you return it again`
  // Returned again in vain for the same cause, it is said once.
  return reason.includes(failure) ? reason : `${reason}; ${failure}`
}
