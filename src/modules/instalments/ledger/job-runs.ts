import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { messageOf } from "../telemetry/log"
import { traced } from "../telemetry/tracing"
import type { LedgerReach } from "./reach"

const TABLE = "instalments_job_run"

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
