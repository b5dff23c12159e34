import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { TABLES } from "./rows"

/** What is kept of a list of the service, and where our rows name its entries. */
const OURS = {
  instalments_unmatched: { table: TABLES.checkout, id: "checkout_id" },
  instalments_unmatched_refund: {
    table: TABLES.refundRequest,
    id: "refund_request_id",
  },
}
type Kept = keyof typeof OURS

/** The entries that are kept of a list and that no row of the ledger is, as `u`. */
export function unmatchedOf(db: Knex, kept: Kept): Knex.QueryBuilder {
  const { table, id } = OURS[kept]
  return db({ u: kept })
    .whereNull("u.deleted_at")
    .whereNotExists(
      db(table)
        .whereRaw("?? = u.id", [id])
        .whereNotNull(id)
        .whereNull("deleted_at")
        .select("id")
    )
}

/** The newest of them by that moment, and how many there are. */
export async function newestUnmatched<T>(
  db: Knex,
  kept: Kept,
  { by, limit }: { by: string; limit: number }
): Promise<{ rows: T[]; count: number }> {
  const [rows, [all]] = await Promise.all([
    unmatchedOf(db, kept).orderBy(by, "desc").limit(limit).select("u.*"),
    unmatchedOf(db, kept).count<{ count: string }[]>("* as count"),
  ])
  return { rows, count: Number(all?.count) }
}
