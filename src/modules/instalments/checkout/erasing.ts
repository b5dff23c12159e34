import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { withDeed } from "../ledger/deeds"
import { TABLES, type CheckoutRow } from "../ledger/rows"
import { OVER } from "../refunds/state"
import type { Change } from "./transition"

/** What only leads to the shopper, and no rule about money reads. */
const LEADS_TO_PERSON = {
  payment_url: null,
  success_url: null,
  fingerprint: null,
} satisfies Change

/** Takes people out of checkouts; ids, amounts, states and times stay. */
export class CheckoutErasing {
  constructor(private readonly db: Knex) {}

  /** Takes a person out of what pays for these carts and orders, in any state. */
  async erase(bought: {
    cart_ids: string[]
    order_ids: string[]
  }): Promise<Pick<CheckoutRow, "id" | "payment_collection_id">[]> {
    const { cart_ids, order_ids } = bought
    return withDeed(this.db, async (trx) =>
      trx(TABLES.checkout)
        .whereNull("deleted_at")
        .whereRaw("(cart_id = any(?) or order_id = any(?))", [
          cart_ids,
          order_ids,
        ])
        .update({ ...LEADS_TO_PERSON, held_reason: null, last_error: null })
        .returning(["id", "payment_collection_id"])
    )
  }

  /**
   * Takes people out of a batch of checkouts that ended before a moment, and their
   * refunds too; answers how many.
   */
  async forget(before: Date, limit: number): Promise<number> {
    const ended = this.db({ c: TABLES.checkout })
      .whereNull("c.deleted_at")
      .whereNotNull("c.fingerprint")
      .whereIn("c.outcome", ["placed", "returned", "closed"])
      .where("c.outcome_at", "<", before)
      .whereNotExists((refund) =>
        refund
          .from({ r: TABLES.refundRequest })
          .whereRaw("r.reference = c.id")
          .whereNull("r.deleted_at")
          .whereNotIn("r.status", ["complete", ...OVER])
      )
      .limit(limit)
      .select("c.id")
    return this.db(TABLES.checkout).whereIn("id", ended).update(LEADS_TO_PERSON)
  }
}
