import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { TABLES, type CheckoutRow, type RefundRequestRow } from "../ledger/rows"

/** So often it is looked whether a person has told the id. */
const ID_PAUSE_MS = 10 * 60_000

/** A refund request that is to be sent now. */
export type ClaimedRefund = RefundRequestRow & { checkout_id: string }

/**
 * Takes a refund request for sending, if it is due and no other of its checkout
 * is on its way or in doubt: written before the request is sent. Null when it
 * has to wait, also for the service's id of a checkout whose creation's answer
 * was lost: that is asked of a person.
 */
export async function claimRefund(
  db: Knex,
  { id, reference }: RefundRequestRow,
  now: Date
): Promise<ClaimedRefund | null> {
  return db.transaction(async (trx) => {
    const checkout = await trx<CheckoutRow>(TABLES.checkout)
      .where({ id: reference })
      .forUpdate()
      .first("checkout_id")
    const others = await trx<RefundRequestRow>(TABLES.refundRequest)
      .where({ reference })
      .whereNull("deleted_at")
      .whereIn("status", ["sending", "in_doubt"])
      .whereNot({ id })
      .first("id")
    if (others) {
      return null
    }
    const due = trx<RefundRequestRow>(TABLES.refundRequest)
      .where({ id, status: "scheduled" })
      .where("send_after", "<=", now)
    const checkout_id = checkout?.checkout_id
    if (!checkout_id) {
      await due.update({ send_after: new Date(now.getTime() + ID_PAUSE_MS) })
      return null
    }
    const [claimed] = await due
      .update({
        status: "sending",
        checkout_id,
        sent_at: now,
        last_error: null,
      })
      .returning("*")
    return claimed ? { ...claimed, checkout_id } : null
  })
}
