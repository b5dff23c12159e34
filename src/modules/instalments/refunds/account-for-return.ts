import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { TABLES, type CheckoutRow } from "../ledger/rows"
import { onItsWay } from "./return-payment"
import { moneyInWords } from "../domain/money"

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
    const change = changeOf(checkout, left)
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

function changeOf(
  { outcome, held_reason, currency }: CheckoutRow,
  left: number
) {
  if (outcome === "returned" && left > 0) {
    return {
      outcome: "held" as const,
      held_reason: `${held_reason ?? "It has no order"}; ${moneyInWords(left, currency)} of it could not be returned. Return them once the service's support has cleared it.`,
    }
  }
  return outcome === "held" && left <= 0
    ? { outcome: "returned" as const }
    : null
}
