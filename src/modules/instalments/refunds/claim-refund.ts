import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { TABLES, type CheckoutRow, type RefundRequestRow } from "../ledger/rows"

/**
 * Takes a refund request for sending, if it is due and no other of its checkout
 * is on its way or in doubt: written before the request is sent. Null when it
 * has to wait.
 */
export async function claimRefund(
  db: Knex,
  { id, reference }: RefundRequestRow,
  now: Date
): Promise<RefundRequestRow | null> {
  return db.transaction(async (trx) => {
    await trx<CheckoutRow>(TABLES.checkout)
      .where({ id: reference })
      .forUpdate()
      .first("id")
    const others = await trx<RefundRequestRow>(TABLES.refundRequest)
      .where({ reference })
      .whereNull("deleted_at")
      .whereIn("status", ["sending", "in_doubt"])
      .whereNot({ id })
      .first("id")
    if (others) {
      return null
    }
    const [claimed] = await trx<RefundRequestRow>(TABLES.refundRequest)
      .where({ id, status: "scheduled" })
      .where("send_after", "<=", now)
      .update({ status: "sending", sent_at: now, last_error: null })
      .returning("*")
    return claimed ?? null
  })
}
