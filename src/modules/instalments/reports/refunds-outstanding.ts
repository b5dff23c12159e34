import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { UNDER_WAY } from "../refunds/state"
import type { RefundRequestRow } from "../ledger/rows"

/** A refund request that has not ended. `total` and `sum` are of all. */
export type Outstanding = Pick<
  RefundRequestRow,
  "id" | "reference" | "amount" | "currency" | "status"
> & { order_id: string | null; asked_at: Date; total: number; sum: number }

/** The refund requests that have not ended, the oldest first, at most 200. */
export async function refundsOutstanding(db: Knex): Promise<Outstanding[]> {
  const { rows } = (await db.raw(
    `select r.id, r.reference, r.amount, r.currency, r.status, c.order_id,
            coalesce(r.asked_at, r.created_at) as asked_at,
            count(*) over ()::int as total, sum(r.amount) over ()::float8 as sum
     from instalments_refund_request r
     join instalments_checkout c on c.id = r.reference
     where r.status = any(?) and r.deleted_at is null
     order by asked_at, r.id limit 200`,
    [[...UNDER_WAY]]
  )) as { rows: Outstanding[] }
  return rows
}
