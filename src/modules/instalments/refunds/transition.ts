import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { withDeed } from "../ledger/deeds"
import { isStill, TABLES, type RefundRequestRow } from "../ledger/rows"
import { countRefundRequest } from "../telemetry/metrics"
import { OVER, TRANSITIONS, type RefundEvent } from "./state"

type Row = RefundRequestRow
/** What is written: amounts are integer cents. */
export type Change = { [K in keyof Row]?: Row[K] | Knex.Raw }
/** A row as the caller has read it. */
export type Read = Pick<Row, "id" | "status">
/** The same, and which sending of it is meant. */
export type Sent = Read & Pick<Row, "sent_at">
/** What must still be true of the row, besides its status. */
export type Narrow = (row: Knex.QueryBuilder) => Knex.QueryBuilder

/**
 * Writes what has happened to a refund request, and counts its change of status.
 * Null when the row was in no status that `event` may leave (`TRANSITIONS`), or
 * `only` was not true of it any more.
 */
export async function changed(
  db: Knex,
  event: RefundEvent,
  before: Read,
  change: Change,
  only: Narrow = (row) => row
): Promise<Row | null> {
  const after = await withDeed(db, async (trx) => {
    const [row] = await changedAll(trx, event, change, (one) =>
      only(one.where({ id: before.id }))
    )
    return row ?? null
  })
  // On its way, and back unsent, it is where it was.
  const moved = TRANSITIONS[event].to !== "same"
  if (after && moved && event !== "claimed" && event !== "unsent") {
    countRefundRequest(before, after)
  }
  return after
}

/** The same for all of which `only` is true; none is counted. */
export async function changedAll(
  db: Knex,
  event: RefundEvent,
  change: Change,
  only: Narrow
): Promise<Row[]> {
  const { to } = TRANSITIONS[event]
  const written = to === "same" || to === "word" ? {} : { status: to }
  return only(leaving(db, event))
    .update({
      ...broughtBy(db, { ...change, ...written }),
      ...{ ...change, ...written, updated_at: db.fn.now() },
    })
    .returning("*")
}

/** Those in a status that it may leave. */
export function leaving(db: Knex, event: RefundEvent): Knex.QueryBuilder {
  return db(TABLES.refundRequest)
    .whereNull("deleted_at")
    .whereIn("status", TRANSITIONS[event].from)
}

/** Still of the sending that was read: not sent once more since. */
export function ofSending({ sent_at }: Pick<Row, "sent_at">): Narrow {
  return (row) => row.whereRaw(isStill("sent_at"), [sent_at])
}

/**
 * What a new status brings with it, whatever led there. What has ended in vain is
 * seen to: taken out of Medusa's books, and not counted as returned; what the
 * service takes that back of is left there. The first sending that is in doubt is
 * kept by all later ones.
 */
function broughtBy(
  db: Knex,
  { status, finished_at, next_check_at }: Change
): Change {
  if (!status) {
    return {}
  }
  if (status === "in_doubt") {
    return { doubted_at: db.raw("coalesce(doubted_at, sent_at)") }
  }
  const books_after = OVER.some((over) => over === status)
    ? db.raw("case when undone_at is null then ?::timestamptz end", [
        finished_at ?? next_check_at ?? null,
      ])
    : null
  return { books_after, books_error: null }
}
