import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { TABLES, type RefundRequestRow } from "../ledger/rows"

const A_RUN = 50

/**
 * Refund requests that ended without returning money, of payments that still
 * count as `returned` although not all of them is on its way: a process that was
 * killed had not counted them.
 */
export async function miscounted(db: Knex): Promise<RefundRequestRow[]> {
  return db(`${TABLES.refundRequest} as r`)
    .join(`${TABLES.checkout} as c`, "c.id", "r.reference")
    .whereIn("r.status", ["failed", "refused"])
    .whereNull("r.deleted_at")
    .where({ "c.outcome": "returned", "c.order_id": null })
    .where(
      "c.amount",
      ">",
      db(`${TABLES.refundRequest} as o`)
        .whereRaw("o.reference = c.id")
        .whereNotIn("o.status", ["failed", "refused"])
        .whereNull("o.deleted_at")
        .select(db.raw("coalesce(sum(o.amount), 0)"))
    )
    .select("r.*")
    .limit(A_RUN)
}
