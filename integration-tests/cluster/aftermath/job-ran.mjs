import { Client } from "pg"
import { waitFor } from "../../../demo/processes/wait-for.mjs"

/** The jobs come every minute; after this one is missing. */
const MAX_WAIT_MS = 90_000

/** Answers once the worker has run the reconcile job to its end. */
export async function jobRan({ database }) {
  const client = new Client({ connectionString: database.url })
  await client.connect()
  try {
    const query =
      "select from instalments_job_run where id = 'reconcile' and ended_at is not null"
    await waitFor(
      "The end of a reconcile job",
      () => client.query(query),
      ({ rows }) => rows.length > 0,
      MAX_WAIT_MS
    )
  } finally {
    await client.end()
  }
}
