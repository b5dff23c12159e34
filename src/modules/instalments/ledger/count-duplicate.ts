import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { TABLES, type CheckoutRow } from "./rows"

/**
 * Counts a callback that came before, of a payment that was settled since, and
 * answers its checkout; null when it is no such one and has to be recorded. One
 * statement and no lock that outlives it: the service may send many at once.
 *
 * Its commit is not waited for: what the callback says was durable before it
 * was acknowledged the first time, and a crash of the database can lose no more
 * than this one in the number of deliveries.
 */
export async function countDuplicate(
  db: Knex,
  digest: string,
  now: Date
): Promise<CheckoutRow | null> {
  const { rows } = (await db.raw(
    `update ${TABLES.callback} as callback
     set deliveries = deliveries + 1, last_received_at = ?, updated_at = now()
     from ${TABLES.checkout} as checkout
     where callback.digest = ? and callback.deleted_at is null
       and callback.held_reason is null and callback.status = 'successful'
       and checkout.id = callback.reference
       and checkout.status = 'successful' and checkout.outcome <> 'open'
     returning checkout.*,
       set_config('synchronous_commit', 'off', true) as synchronous_commit`,
    [now, digest]
  )) as { rows: (CheckoutRow & { synchronous_commit: string })[] }
  if (!rows[0]) {
    return null
  }
  const { synchronous_commit: _, ...checkout } = rows[0]
  return checkout
}
