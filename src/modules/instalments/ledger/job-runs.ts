import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { messageOf } from "../message-of"

/**
 * Runs a scheduled job and leaves a record of it, so that the admin sees that
 * jobs run at all. A record that cannot be written does not stop the job.
 *
 * @throws what the job throws.
 */
export async function recordRun(
  { db, now }: { db: Knex; now: () => number },
  name: string,
  job: () => Promise<void>
): Promise<void> {
  const begun_at = new Date(now())
  await write({ begun_at, ended_at: null })
  try {
    await job()
    await write({ begun_at, ended_at: new Date(now()), last_error: null })
  } catch (error) {
    const last_error = messageOf(error)
    await write({ begun_at, ended_at: new Date(now()), last_error })
    throw error
  }

  async function write(row: object) {
    await db("instalments_job_run")
      .insert({ id: name, ...row })
      .onConflict("id")
      .merge()
      .catch(() => undefined)
  }
}
