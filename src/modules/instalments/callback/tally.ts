import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { Batches, PATIENCE_MS } from "./batches"
import { TABLES } from "../ledger/rows"

/** The tally of callbacks that could not be verified. */
export const UNVERIFIED_CALLBACKS = "unverified-callbacks"

/** How many came, and when and why the last one was not believed. */
type Came = { number: number; now: Date; reason: string }

/**
 * Counts the callbacks that could not be verified, which leave no other trace.
 * Anybody can send them, as many as they like. See `Batches`.
 */
export class UnverifiedCounter {
  private readonly batches: Batches<Came, void>

  constructor(db: Knex, patienceMs = PATIENCE_MS) {
    this.batches = new Batches(
      () => ({ number: 0, now: new Date(0), reason: "" }),
      (came) => write(db, came, patienceMs)
    )
  }

  /**
   * Answers once one more is written.
   *
   * @throws when the database fails or does not answer in time.
   */
  count(reason: string, now: Date): Promise<void> {
    return this.batches.add((came) =>
      Object.assign(came, { number: came.number + 1, now, reason })
    )
  }
}

async function write(
  db: Knex,
  { number, now, reason }: Came,
  patienceMs: number
): Promise<void> {
  await db
    .raw(
      `insert into ${TABLES.tally} (id, count, last_at, last_reason)
       values (?, ?, ?, ?)
       on conflict (id) do update
       set count = ${TABLES.tally}.count + excluded.count,
         last_at = excluded.last_at, last_reason = excluded.last_reason`,
      [UNVERIFIED_CALLBACKS, number, now, reason]
    )
    .timeout(patienceMs)
}
