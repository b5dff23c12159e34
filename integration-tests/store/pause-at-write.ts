import { setTimeout as pause } from "node:timers/promises"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** Any number that is locked nowhere else. */
const LOCK = 470_012
const LOOKS = 1_000

/**
 * Makes every write into `table` wait until `resume`, so that a test can act in
 * the middle of core's work.
 */
export async function pauseAtWrite(db: Knex, table: string) {
  const holder = await db.transaction()
  await holder.raw(`select pg_advisory_xact_lock(${LOCK})`)
  await db.raw(`
    create function stand_still() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(${LOCK}); return null; end $$;
    create trigger stand_still before insert on "${table}"
      for each statement execute function stand_still()`)

  /** Resolves when a write waits. */
  async function reached() {
    for (let looks = 0; looks < LOOKS; looks++) {
      const { rows } = await db.raw(
        `select 1 from pg_locks
         where locktype = 'advisory' and objid = ${LOCK} and not granted`
      )
      if (rows.length > 0) {
        return
      }
      await pause(10)
    }
    throw new Error(`Nothing was written into ${table}`)
  }

  async function resume() {
    await holder.commit()
    await db.raw("drop function stand_still cascade")
  }
  return { reached, resume }
}

/** Resolves when `enough` is true, or after five seconds. */
export async function eventually(
  enough: () => boolean | Promise<boolean>
): Promise<void> {
  for (let looks = 0; looks < LOOKS / 2 && !(await enough()); looks++) {
    await pause(10)
  }
}
