import { setImmediate } from "node:timers/promises"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { TABLES, type ReturningShopper } from "../ledger/rows"

/**
 * A batch is written within milliseconds: one that takes this long has failed.
 */
const MAX_WAIT_MS = 5_000

/**
 * Writes floods in batches. While one statement runs, new entries wait for the
 * next statement, which writes them all. So a flood uses one database
 * connection, not all, and locks each row once for each statement.
 */
class Batches<Batch, Answer> {
  private last: Promise<unknown> = Promise.resolve()
  private next: { batch: Batch; answer: Promise<Answer> } | null = null

  constructor(
    /** An empty batch. */
    private readonly empty: () => Batch,
    private readonly write: (batch: Batch) => Promise<Answer>
  ) {}

  /**
   * Adds to the next batch, and answers the result of its statement.
   *
   * @throws what `write` throws, for every entry of the same batch only.
   */
  add(into: (batch: Batch) => void): Promise<Answer> {
    const { batch, answer } = (this.next ??= this.begin())
    into(batch)
    return answer
  }

  private begin() {
    const batch = this.empty()
    const answer = this.last.then(async () => {
      // Includes everything that has reached this process by now.
      await setImmediate()
      this.next = null
      return this.write(batch)
    })
    // Its error must not fail the next batch.
    this.last = answer.catch(() => null)
    return { batch, answer }
  }
}

/** The number of deliveries of each digest, and when the last one came. */
type Arrived = { deliveries: Map<string, number>; now: Date }

/**
 * Counts repeated deliveries of callbacks whose payments are settled already.
 * See `Batches`.
 */
export class DuplicateCounter {
  private readonly batches: Batches<Arrived, Map<string, ReturningShopper>>

  constructor(db: Knex, maxWaitMs = MAX_WAIT_MS) {
    this.batches = new Batches(
      () => ({ deliveries: new Map(), now: new Date(0) }),
      (arrived) => countDuplicates(db, arrived, maxWaitMs)
    )
  }

  /**
   * Counts one delivery and, when that is written, answers where its shopper
   * goes; null when the callback has to be recorded.
   *
   * @throws when the database fails or does not answer in time.
   */
  async count(digest: string, now: Date): Promise<ReturningShopper | null> {
    const shoppers = await this.batches.add((arrived) => {
      const { deliveries } = arrived
      deliveries.set(digest, (deliveries.get(digest) ?? 0) + 1)
      arrived.now = now
    })
    return shoppers.get(digest) ?? null
  }
}

/**
 * Answers by digest where the shoppers go. A digest that is missing in the
 * answer is new: its callback has to be recorded.
 *
 * One statement, which locks its rows in order, so that two processes cannot
 * deadlock. It commits asynchronously: the callback's content was durable
 * before its first acknowledgement, so a crash of the database can lose only a
 * count of deliveries.
 */
async function countDuplicates(
  db: Knex,
  { deliveries, now }: Arrived,
  maxWaitMs: number
): Promise<Map<string, ReturningShopper>> {
  const { rows } = (await db
    .raw(COUNT, {
      digests: [...deliveries.keys()],
      numbers: [...deliveries.values()],
      now,
    })
    .timeout(maxWaitMs)) as { rows: (ReturningShopper & { digest: string })[] }
  return new Map(rows.map((row) => [row.digest, row]))
}

const COUNT = `
  with known as (
    select callback.id, callback.digest, arrived.number, checkout.cart_id,
      checkout.country_code, checkout.order_id, checkout.success_url
    from unnest(:digests::text[], :numbers::integer[])
      as arrived (digest, number)
    join ${TABLES.callback} as callback on callback.digest = arrived.digest
    join ${TABLES.checkout} as checkout on checkout.id = callback.reference
    where callback.deleted_at is null and callback.held_reason is null
      and callback.status = 'successful' and checkout.status = 'successful'
      and checkout.outcome <> 'open'
    order by callback.id
    for update of callback)
  update ${TABLES.callback} as callback
  set deliveries = deliveries + known.number, last_received_at = :now,
    updated_at = now()
  from known where callback.id = known.id
  returning known.*, set_config('synchronous_commit', 'off', true)`

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

  constructor(db: Knex, maxWaitMs = MAX_WAIT_MS) {
    this.batches = new Batches(
      () => ({ number: 0, now: new Date(0), reason: "" }),
      (came) => countUnverified(db, came, maxWaitMs)
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

function countUnverified(db: Knex, came: Came, maxWaitMs: number) {
  return addToTally(db, UNVERIFIED_CALLBACKS, came, maxWaitMs)
}

/** Adds to a tally, and writes when and why the last one came. */
export async function addToTally(
  db: Knex,
  id: string,
  { number, now, reason }: Came,
  maxWaitMs = MAX_WAIT_MS
): Promise<void> {
  await db
    .raw(
      `insert into ${TABLES.tally} (id, count, last_at, last_reason)
       values (?, ?, ?, ?)
       on conflict (id) do update
       set count = ${TABLES.tally}.count + excluded.count,
         last_at = excluded.last_at, last_reason = excluded.last_reason`,
      [id, number, now, reason]
    )
    .timeout(maxWaitMs)
}
