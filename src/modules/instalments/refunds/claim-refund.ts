import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { TABLES, type CheckoutRow, type RefundRequestRow } from "../ledger/rows"
import { RefundStore } from "./store"

/** So often it is looked whether a person has told the id. */
const ID_PAUSE_MS = 10 * 60_000

/** A refund request that is to be sent now. */
export type ClaimedRefund = RefundRequestRow & { checkout_id: string }

/**
 * What keeps the others of its checkout from being sent: it is on its way, or it
 * is not known whether it was, also when it is about to be asked again.
 */
const BLOCKS = `(other.status in ('sending', 'in_doubt')
  or other.status = 'scheduled' and other.doubted_at is not null)`

/**
 * The refund requests that may be sent now, the longest due first. Those that
 * wait for another one of their checkout are left out: however many they are,
 * they keep no other from being sent.
 */
export function refundsToSend(
  db: Knex,
  { now, most }: { now: Date; most: number }
): Promise<RefundRequestRow[]> {
  return db({ r: TABLES.refundRequest })
    .where({ status: "scheduled" })
    .where("send_after", "<=", now)
    .whereNull("deleted_at")
    .whereNotExists(
      db({ other: TABLES.refundRequest })
        .whereRaw("other.reference = r.reference and other.id <> r.id")
        .whereRaw(BLOCKS)
        .whereNull("other.deleted_at")
        .select(db.raw("1"))
    )
    .orderBy("send_after")
    .limit(most)
}

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
    const others = await trx({ other: TABLES.refundRequest })
      .where({ reference })
      .whereNull("deleted_at")
      .whereRaw(BLOCKS)
      .whereNot({ id })
      .first("id")
    if (others) {
      return null
    }
    const store = new RefundStore(trx)
    const checkout_id = checkout?.checkout_id
    if (!checkout_id) {
      const again = new Date(now.getTime() + ID_PAUSE_MS)
      await store.postponed(id, { due: now, again })
      return null
    }
    const claimed = await store.claimed(id, { checkout_id, now })
    return claimed ? { ...claimed, checkout_id } : null
  })
}
