import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { TABLES } from "./rows"

/** The tally of callbacks that could not be verified. */
export const UNVERIFIED_CALLBACKS = "unverified-callbacks"

/** Counts one more of what leaves no other trace. */
export async function count(
  db: Knex,
  id: string,
  reason: string,
  now: Date
): Promise<void> {
  await db.raw(
    `insert into ${TABLES.tally} (id, count, last_at, last_reason)
     values (?, 1, ?, ?)
     on conflict (id) do update set count = ${TABLES.tally}.count + 1,
       last_at = excluded.last_at, last_reason = excluded.last_reason`,
    [id, now, reason]
  )
}
