import { model } from "@medusajs/framework/utils"

/** The last run of each scheduled job, over all processes: one row a job. */
export const JobRun = model.define("instalments_job_run", {
  id: model.text().primaryKey(),
  begun_at: model.dateTime(),
  /** Null while it runs, or when its process was killed. */
  ended_at: model.dateTime().nullable(),
  last_error: model.text().nullable(),
})
