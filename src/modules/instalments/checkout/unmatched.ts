import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { InferTypeOf } from "@medusajs/framework/types"
import { LARGEST_CENTS } from "../domain/offer"
import { TABLES } from "../ledger/rows"
import type { Unmatched } from "../models/unmatched"
import type { Fetched } from "./learning"

const TABLE = "instalments_unmatched"
const MINUTE_MS = 60_000
/** Nothing can be refunded after 100 days (Limits in the API specification). */
const KEPT_MS = 101 * 24 * 60 * MINUTE_MS
/** The service's clock and ours need not agree better. */
const NEAR_MS = 10 * MINUTE_MS

/** A paid checkout of the service that no row has. `amount` is cents. */
export type UnmatchedRow = InferTypeOf<typeof Unmatched>

/** An entry of the service's list of checkouts. */
export type Listed = Fetched & { id: string }

/** What is paid at the service and not known here. */
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
        // None of ours is larger; another system's must not stop the reading.
        status === "successful" && Math.abs(amount) <= LARGEST_CENTS
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

  /** The newest of those that no row has meanwhile, and how many there are. */
  async newest(
    limit: number
  ): Promise<{ rows: UnmatchedRow[]; count: number }> {
    const { db } = this
    const [rows, [all]] = await Promise.all([
      withoutRow(db).orderBy("u.opened_at", "desc").limit(limit).select("u.*"),
      withoutRow(db).count<{ count: string }[]>("* as count"),
    ])
    return { rows, count: Number(all?.count) }
  }
}

/**
 * Checkouts without an id, not known to be paid, with the unmatched ones that
 * each may be: of the same amount and opened at about the same time. Reason to
 * ask the service's support, and no proof of anything. Answers rows of `c`, with
 * the other's id as `service_id`.
 */
export function perhapsPaid(db: Knex): Knex.QueryBuilder {
  return (
    withoutRow(db)
      .join(`${TABLES.checkout} as c`, (on) =>
        on
          .on("c.amount", "u.amount")
          .andOn("c.currency", "u.currency")
          .andOnNull("c.checkout_id")
      )
      .whereNull("c.deleted_at")
      .whereIn("c.creation", ["sent", "unanswered"])
      .whereRaw("c.status is distinct from 'successful'")
      // Written so that the index of checkouts without an id is of use.
      .whereRaw(
        "c.opened_at between u.opened_at - :near and u.opened_at + :near",
        { near: db.raw("interval '1 ms' * ?", [NEAR_MS]) }
      )
      .select("c.*", "u.id as service_id")
  )
}

function withoutRow(db: Knex) {
  return db({ u: TABLE }).whereNotExists(
    db(TABLES.checkout)
      .whereRaw("checkout_id = u.id")
      .whereNotNull("checkout_id")
      .whereNull("deleted_at")
      .select("id")
  )
}
