import { model } from "@medusajs/framework/utils"

/** The last run of each scheduled job, over all processes: one row a job. */
export const JobRun = model.define("instalments_job_run", {
  /** The job's name. */
  id: model.text().primaryKey(),
  /** When its last run began. */
  begun_at: model.dateTime(),
  /** Null while it runs, or when its process was killed. */
  ended_at: model.dateTime().nullable(),
  /** Why its last run failed; null when it did not. */
  last_error: model.text().nullable(),
  /** When the refunds job last began to send, by the database's clock; null of other jobs. */
  alive_at: model.dateTime().nullable(),
  /** Which PostgreSQL server that was, since which takeover, as far as it tells, and the `oid` of this table; null of other jobs. */
  server: model.text().nullable(),
})
