import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { InferTypeOf } from "@medusajs/framework/types"
import { LARGEST_CENTS } from "../domain/offer"
import { PROCESSES_APART_MS } from "../domain/pauses"
import { TABLES } from "../ledger/rows"
import { newestUnmatched, unmatchedOf } from "../ledger/unmatched"
import type { Unmatched } from "../models/unmatched"
import type { Fetched } from "./learning"

const TABLE = "instalments_unmatched"
const MINUTE_MS = 60_000
/** Nothing can be refunded after 100 days (Limits in the API specification). */
const KEPT_MS = 101 * 24 * 60 * MINUTE_MS
/** The largest difference expected between the service's clock and ours. */
const NEAR_MS = 10 * MINUTE_MS

/** A paid checkout of the service that no row has. `amount` is cents. */
export type UnmatchedRow = InferTypeOf<typeof Unmatched>

/** An entry of the service's list of checkouts. */
export type Listed = Fetched & { id: string }

/** Paid checkouts of the service that the ledger does not know. */
export class UnmatchedCheckouts {
  constructor(
    private readonly db: Knex,
    private readonly now: () => number
  ) {}

  /** Keeps the paid entries of a page of the list that no row has. */
  async keep(listed: Listed[]): Promise<void> {
    const now = new Date(this.now())
    const paid = listed.filter(
      ({ status, amount }) =>
        // None of ours is larger, and a larger one of another system must not
        // stop the reading.
        status === "successful" &&
        amount !== null &&
        Math.abs(amount) <= LARGEST_CENTS
    )
    if (paid.length > 0) {
      await this.db(TABLE)
        .insert(
          paid.map(({ id, amount, currency, created_at }) => ({
            id,
            amount,
            currency,
            opened_at: new Date(Date.parse(created_at) || now.getTime()),
            seen_at: now,
          }))
        )
        .onConflict("id")
        .ignore()
    }
    await this.db(TABLE)
      .where("seen_at", "<", new Date(now.getTime() - KEPT_MS))
      .delete()
  }

  /** Whether the list had certainly shown one before a moment of the store's. */
  async wasSeen(id: string, before: Date): Promise<boolean> {
    const certain = new Date(before.getTime() - PROCESSES_APART_MS)
    const seen = await this.db(TABLE)
      .where({ id })
      .where("seen_at", "<", certain)
      .first("id")
    return seen !== undefined
  }

  /** The newest of those that no row has, and how many there are. */
  newest(limit: number) {
    const newest = { by: "opened_at", limit }
    return newestUnmatched<UnmatchedRow>(this.db, TABLE, newest)
  }
}

/**
 * Checkouts without an id that are not known to be paid, each with the
 * unmatched checkouts that it may be: same amount, opened at about the same
 * time. This proves nothing; it is a reason to ask the service's support.
 * Answers rows of `c`, with the unmatched one's id as `service_id` and when it was
 * seen.
 */
export function perhapsPaid(db: Knex): Knex.QueryBuilder {
  return (
    unmatchedOf(db, TABLE)
      .join(`${TABLES.checkout} as c`, (on) =>
        on
          .on("c.amount", "u.amount")
          .andOn("c.currency", "u.currency")
          .andOnNull("c.checkout_id")
      )
      .whereNull("c.deleted_at")
      .whereIn("c.creation", ["sent", "unanswered"])
      .whereRaw("c.status is distinct from 'successful'")
      // Written so that PostgreSQL uses the index of checkouts without an id.
      .whereRaw(
        "c.opened_at between u.opened_at - :near and u.opened_at + :near",
        { near: db.raw("interval '1 ms' * ?", [NEAR_MS]) }
      )
      .select("c.*", "u.id as service_id", "u.seen_at")
  )
}
