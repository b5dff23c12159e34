import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { MedusaError } from "@medusajs/framework/utils"
import { next, paidAmount, stateOf } from "../checkout/state"
import { CheckoutStore } from "../checkout/store"
import { TABLES, type CheckoutRow, type RefundRequestRow } from "../ledger/rows"
import type { InstalmentsOptions } from "../options/parse-options"
import { fileRefund } from "./filing"
import { isOver } from "./state"

/**
 * Gives back what has arrived and has no order: files a refund request for all
 * that is left of it and calls the checkout returned, in one commit. What is on
 * its way back already is not filed twice.
 *
 * @throws MedusaError (not allowed) when a rule forbids the refund.
 */
export async function returnPayment(
  db: Knex,
  { id, reason }: { id: string; reason: string },
  time: { options: InstalmentsOptions; now: number }
): Promise<CheckoutRow> {
  return db.transaction(async (trx) => {
    const checkout = await trx<CheckoutRow>(TABLES.checkout)
      .where({ id })
      .forUpdate()
      .first()
    if (!checkout) {
      throw new MedusaError(
        MedusaError.Types.NOT_FOUND,
        `The ledger has no checkout ${id}.`
      )
    }
    const moved = next(stateOf(checkout), "returned")
    if ("refusal" in moved) {
      throw new MedusaError(MedusaError.Types.NOT_ALLOWED, moved.refusal)
    }
    const left = paidAmount(checkout) - (await onItsWay(trx, id))
    if (left > 0) {
      const asked = { reference: id, amount: left, reason: "unplaced" as const }
      await fileRefund(trx, asked, time)
    }
    const now = new Date(time.now)
    const returned = await new CheckoutStore(trx).returned(id, { reason, now })
    return returned ?? checkout
  })
}

/** The cents of a checkout that are refunded or on their way. */
export async function onItsWay(db: Knex, reference: string): Promise<number> {
  const rows = await db<RefundRequestRow>(TABLES.refundRequest)
    .where({ reference })
    .whereNull("deleted_at")
  return rows
    .filter(({ status }) => !isOver(status))
    .reduce((sum, { amount }) => sum + amount, 0)
}
