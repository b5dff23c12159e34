import { knex, type Knex } from "@medusajs/framework/mikro-orm/knex"
import { eventually, isWaitedFor } from "../harness/pause-at-write"
import { VICTIM } from "./victim"

/** Any number that is locked nowhere else. */
const LOCK = 470_011
const MAX_WAIT_MS = 90_000

/** The nth statement that the victim writes to one of the tables with. */
export type Point = { tables: string[]; nth: number }

/**
 * A place where the victim stops, so that it can be killed there: a trigger in
 * the database waits for a lock that the test holds. The tested code contains
 * nothing of it.
 */
export class CrashPoint {
  private constructor(private readonly db: Knex) {}

  /** From now on the victim stops before the write that `point` names. */
  static async set(url: string, { tables, nth }: Point): Promise<CrashPoint> {
    // One connection, because it owns the lock.
    const db = knex({
      client: "pg",
      connection: url,
      pool: { min: 1, max: 1 },
    })
    await db.raw(`select pg_advisory_lock(${LOCK})`)
    await db.raw(`
      create sequence crash_count;
      create function crash_here() returns trigger language plpgsql as $$
      begin
        if current_setting('application_name') = '${VICTIM}'
           and nextval('crash_count') = ${nth} then
          perform pg_advisory_xact_lock(${LOCK});
        end if;
        return null;
      end $$;
      ${tables.map(trigger).join(";")}`)
    return new CrashPoint(db)
  }

  /** Resolves when the victim has stopped there; false when it ends before. */
  async reached(ended: Promise<unknown>): Promise<boolean> {
    let over = false
    void ended.then(() => (over = true))
    const isThere = () => isWaitedFor(this.db, LOCK)
    await eventually(async () => (await isThere()) || over, MAX_WAIT_MS)
    return isThere()
  }

  /**
   * Ends the victim's open connections, as the network does for a dead machine,
   * and its leases, which would end by themselves after seconds. Removes the
   * point.
   */
  async clear(): Promise<void> {
    await this.db.raw(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = '${VICTIM}'`
    )
    await this.db.raw("update instalments_lease set ends_at = now()")
    await this.db.raw(`drop function crash_here cascade`)
    await this.db.raw(`drop sequence crash_count`)
    await this.db.destroy()
  }
}

function trigger(table: string): string {
  return `create trigger crash_point before insert or update or delete
    on "${table}" for each statement execute function crash_here()`
}
