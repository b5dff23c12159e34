import { setTimeout as pause } from "node:timers/promises"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** Any number that nobody else locks. */
const LOCK = 470_012

/**
 * Lets whoever writes a row into `table` stand still until `goOn`: a moment in
 * the middle of core's work that a test can look at.
 */
export async function standStill(db: Knex, table: string) {
  const holder = await db.transaction()
  await holder.raw(`select pg_advisory_xact_lock(${LOCK})`)
  await db.raw(`
    create function stand_still() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(${LOCK}); return null; end $$;
    create trigger stand_still before insert on "${table}"
      for each statement execute function stand_still()`)

  /** Resolves when somebody stands there. */
  async function reached() {
    if (!(await eventually(() => isWaitedFor(db, LOCK), 10_000))) {
      throw new Error(`Nobody wrote into ${table}`)
    }
  }

  async function goOn() {
    await holder.commit()
    await db.raw("drop function stand_still cascade")
  }
  return { reached, goOn }
}

/** Whether somebody stands before an advisory lock that another one holds. */
export async function isWaitedFor(db: Knex, lock: number): Promise<boolean> {
  const { rows } = await db.raw(
    `select 1 from pg_locks
     where locktype = 'advisory' and objid = ? and not granted`,
    [lock]
  )
  return rows.length > 0
}

/**
 * Asks until `enough` is true; answers whether it came true. The pauses alone
 * count as patience, so that a busy machine gets more time. By hand, as the
 * packages for it are ES modules, which jest does not load here.
 */
export async function eventually(
  enough: () => boolean | Promise<boolean>,
  patienceMs = 5_000,
  pauseMs = 10
): Promise<boolean> {
  for (let waited = 0; !(await enough()); waited += pauseMs) {
    if (waited >= patienceMs) {
      return false
    }
    await pause(pauseMs)
  }
  return true
}
