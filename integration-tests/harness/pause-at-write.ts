import { setTimeout as pause } from "node:timers/promises"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** Any number that is locked nowhere else. */
const LOCK = 470_012

/**
 * Makes every row that is written into `table` wait until `resume`, so that a test can
 * act in the middle of core's work; or those of which `only` is true, in PostgreSQL's
 * words about `new`.
 */
export async function pauseAtWrite(db: Knex, table: string, only = "true") {
  const holder = await db.transaction()
  await holder.raw(`select pg_advisory_xact_lock(${LOCK})`)
  await db.raw(`
    create function stand_still() returns trigger language plpgsql as $$
    begin
      if ${only} then perform pg_advisory_xact_lock(${LOCK}); end if;
      return new;
    end $$;
    create trigger stand_still before insert on "${table}"
      for each row execute function stand_still()`)

  /** Resolves when a write waits. */
  async function reached() {
    if (!(await eventually(() => isWaitedFor(db, LOCK), 10_000))) {
      throw new Error(`Nothing was written into ${table}`)
    }
  }

  async function resume() {
    await holder.commit()
    await db.raw("drop function stand_still cascade")
  }
  return { reached, resume }
}

/** Whether a statement waits for an advisory lock that another one holds. */
export async function isWaitedFor(db: Knex, lock: number): Promise<boolean> {
  const { rows } = await db.raw(
    `select 1 from pg_locks
     where locktype = 'advisory' and objid = ? and not granted
       -- Tests of other databases run beside this one.
       and database = (select oid from pg_database where datname = current_database())`,
    [lock]
  )
  return rows.length > 0
}

/**
 * Checks until `enough` is true; answers whether it became true. Only the pauses
 * count towards the maximum wait, so that a busy machine gets more time. Written
 * here, as the packages for it are ES modules, which jest does not load.
 */
export async function eventually(
  enough: () => boolean | Promise<boolean>,
  maxWaitMs = 5_000,
  pauseMs = 10
): Promise<boolean> {
  for (let waited = 0; !(await enough()); waited += pauseMs) {
    if (waited >= maxWaitMs) {
      return false
    }
    await pause(pauseMs)
  }
  return true
}
