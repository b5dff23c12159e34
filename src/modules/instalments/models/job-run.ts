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
})
