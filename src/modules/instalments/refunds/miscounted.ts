import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { OVER } from "./state"
import { TABLES, type RefundRequestRow } from "../ledger/rows"

const A_RUN = 50
/** Far longer than a refund request takes to end after it was due. */
const BACK_MS = 100 * 86_400_000

/**
 * Refund requests that ended without returning money, of payments that still
 * count as `returned` although not all of them is on its way: a process that was
 * killed had not counted them.
 */
export async function miscounted(
  db: Knex,
  now: number
): Promise<RefundRequestRow[]> {
  const ended = db(TABLES.refundRequest)
    .whereIn("status", OVER)
    .whereNull("replaced_by")
    .where("send_after", ">=", new Date(now - BACK_MS))
    .whereNull("deleted_at")
  return (
    db
      // First, as there are far fewer of them than payments that were returned.
      .withMaterialized("r", ended)
      .from("r")
      .join(`${TABLES.checkout} as c`, "c.id", "r.reference")
      .where({ "c.outcome": "returned", "c.order_id": null })
      .where(
        db.raw("coalesce(c.paid_amount, c.amount)"),
        ">",
        db(`${TABLES.refundRequest} as o`)
          .whereRaw("o.reference = r.reference")
          .whereNotIn("o.status", OVER)
          .whereNull("o.deleted_at")
          .select(db.raw("coalesce(sum(o.amount), 0)"))
      )
      .select("r.*")
      .limit(A_RUN)
  )
}
