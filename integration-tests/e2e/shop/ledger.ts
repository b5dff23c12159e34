import { Client } from "@medusajs/framework/pg"
import { demo } from "./demo"
import { sandbox } from "./sandbox"

/** Runs a statement on the demo's database. */
export async function sql(statement: string, values: unknown[] = []) {
  return connected(async (database) => {
    const { rows } = await database.query(statement, values)
    return rows
  })
}

/**
 * Does something while a scheduled job of the running demo waits: each run
 * first writes its row, which is locked meanwhile.
 */
export async function withoutJob(
  job: "config" | "reconcile" | "refunds",
  work: () => Promise<void>
) {
  await connected(async (database) => {
    await database.query("begin")
    await database.query(
      `insert into instalments_job_run (id, begun_at) values ($1, now())
       on conflict (id) do update set id = excluded.id`,
      [job]
    )
    await work()
    await database.query("rollback")
  })
}

async function connected<T>(work: (database: Client) => Promise<T>) {
  const database = new Client({ connectionString: demo.database })
  await database.connect()
  try {
    return await work(database)
  } finally {
    await database.end()
  }
}

/**
 * Resets the counted requests, so that the store can check at once: earlier
 * tests may have used up the limit of this minute.
 */
export async function forgetAsked() {
  await sandbox.liftLimits()
  await sql("delete from instalments_request_limit")
}

/**
 * Makes a checkout older for the store, whose own clock cannot be moved while
 * it runs. `checkoutId` is the service's.
 */
export async function ageCheckout(checkoutId: string, minutes: number) {
  await sql(
    `update instalments_checkout
     set opened_at = opened_at - make_interval(mins => $2)
     where checkout_id = $1`,
    [checkoutId, minutes]
  )
}

/**
 * Holds a payment, by our reference or the service's id. The usual way needs
 * options that the demo, which other tests use too, does not have.
 */
export async function holdPaid(checkout: string) {
  await sql(
    `update instalments_checkout
     set outcome = 'held', status = 'successful', number_of_payments = 3,
       held_reason = 'The cart was changed while it was paid',
       paid_at = now(), paid_not_before = now(), outcome_at = now(),
       next_check_at = null
     where id = $1 or checkout_id = $1`,
    [checkout]
  )
}
