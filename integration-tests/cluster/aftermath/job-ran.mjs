import { setTimeout as pause } from "node:timers/promises"
import { Client } from "pg"

/** The jobs come every minute; after this one is missing. */
const MAX_WAIT_MS = 90_000

/** Answers once the worker has run the reconcile job to its end. */
export async function jobRan({ database }) {
  const client = new Client({ connectionString: database.url })
  await client.connect()
  try {
    for (const until = Date.now() + MAX_WAIT_MS; Date.now() < until;) {
      const { rows } = await client.query(
        "select from instalments_job_run where id = 'reconcile' and ended_at is not null"
      )
      if (rows.length > 0) {
        return
      }
      await pause(500)
    }
  } finally {
    await client.end()
  }
  throw new Error(`No reconcile job was run within ${MAX_WAIT_MS / 1_000} s.`)
}
