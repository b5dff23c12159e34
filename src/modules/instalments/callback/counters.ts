import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { Batches, PATIENCE_MS } from "./batches"
import { TABLES, type ReturningShopper } from "../ledger/rows"

/** How many deliveries came of each digest, and when the last one did. */
type Arrived = { deliveries: Map<string, number>; now: Date }

/**
 * Counts deliveries of callbacks that came before, of payments that were
 * settled since. See `Batches`.
 */
export class DuplicateCounter {
  private readonly batches: Batches<Arrived, Map<string, ReturningShopper>>

  constructor(db: Knex, patienceMs = PATIENCE_MS) {
    this.batches = new Batches(
      () => ({ deliveries: new Map(), now: new Date(0) }),
      (arrived) => countDuplicates(db, arrived, patienceMs)
    )
  }

  /**
   * Counts one delivery and answers, once that is written, where its shopper
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
 * Answers by digest where the shoppers go; one that is left out is no callback
 * that came before and has to be recorded.
 *
 * One statement, which locks its rows in order: two processes never wait for
 * each other in a circle. Its commit is not waited for: what a callback says
 * was durable before it was acknowledged the first time, and a crash of the
 * database can lose no more than a number of deliveries.
 */
async function countDuplicates(
  db: Knex,
  { deliveries, now }: Arrived,
  patienceMs: number
): Promise<Map<string, ReturningShopper>> {
  const { rows } = (await db
    .raw(COUNT, {
      digests: [...deliveries.keys()],
      numbers: [...deliveries.values()],
      now,
    })
    .timeout(patienceMs)) as { rows: (ReturningShopper & { digest: string })[] }
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
