import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { messageOf } from "../telemetry/log"
import { traced } from "../telemetry/tracing"
import type { LedgerReach } from "./reach"

const TABLE = "instalments_job_run"

/**
 * The server that a statement runs on, and its timeline, which is another one after each
 * restore of a whole server and each takeover by a standby. A function of ours, made by a
 * migration: it knows nothing where a provider of databases lets nobody ask for that.
 */
const SERVER = "coalesce(instalments_server(), '')"

/** The same and this table, which is another one once a dump has been put back. */
const PLACE = `(${SERVER} || '/' || '${TABLE}'::regclass::oid)`

/**
 * Whether refunds may have been sent that this ledger does not know of, as PostgreSQL
 * says it: its job did not run for a time, or the database is a backup of that age, or a
 * dump that was put back, or another server has it, which may lack what was written last.
 * By the database's clock, as the plugin's may be shifted. Not known of a ledger in which
 * the job never ran.
 */
export const AWAY = `exists (select from ${TABLE} where id = 'refunds'
  and (alive_at < now() - interval '10 minutes' or server <> ${PLACE}))`

/** The last run of each scheduled job, so that the admin sees that jobs run. */
export class JobRuns {
  constructor(
    private readonly db: Knex,
    private readonly now: () => number,
    private readonly reach?: LedgerReach
  ) {}

  /**
   * Runs a scheduled job and records when it ran and how it ended. A record
   * that cannot be written does not stop the job.
   *
   * @throws what the job throws; also when the ledger cannot be used now: each job that
   * waits for it would keep a connection of the store.
   */
  async run(name: string, job: () => Promise<void>): Promise<void> {
    await traced(`instalments.job ${name}`, {}, async () => {
      await this.reach?.check()
      const begun_at = new Date(this.now())
      await this.write(name, { begun_at, ended_at: null })
      try {
        await job()
        await this.write(name, { ...this.ended(begun_at), last_error: null })
      } catch (error) {
        const last_error = messageOf(error)
        await this.write(name, { ...this.ended(begun_at), last_error })
        throw error
      }
    })
  }

  /** See `AWAY`. */
  async wereAway(): Promise<boolean> {
    const { rows } = (await this.db.raw(`select ${AWAY} as away`)) as {
      rows: { away: boolean }[]
    }
    return rows[0]?.away === true
  }

  /**
   * The refunds job begins. Answers whether it was away until now, as one statement says
   * it: a server that takes over meanwhile is another one for the next.
   */
  async areBack(): Promise<boolean> {
    const { rows } = (await this.db.raw(
      `with before as (
         select id, ${AWAY} as away from ${TABLE} where id = 'refunds' for update)
       update ${TABLE} as run set alive_at = now(), server = ${PLACE}
       from before where run.id = before.id
       returning before.away`
    )) as { rows: { away: boolean }[] }
    return rows[0]?.away === true
  }

  private ended(begun_at: Date) {
    return { begun_at, ended_at: new Date(this.now()) }
  }

  private async write(id: string, row: object) {
    await this.db(TABLE)
      .insert({ id, ...row })
      .onConflict("id")
      .merge()
      .catch(() => undefined)
  }
}
