import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { TABLES } from "../ledger/rows"

const DAY_MS = 86_400_000
/** Small enough that nothing waits for it; the job comes every minute. */
const BATCH = 1_000

/**
 * Deletes a batch of callbacks that were last received more than `days` ago.
 * One that comes again later is recorded anew and changes nothing.
 */
export async function pruneCallbacks(
  db: Knex,
  days: number,
  now: number
): Promise<number> {
  const old = db(TABLES.callback)
    .where("last_received_at", "<", new Date(now - days * DAY_MS))
    .whereNull("deleted_at")
    .orderBy("last_received_at")
    .limit(BATCH)
    .select("id")
  return db(TABLES.callback).whereIn("id", old).delete()
}
