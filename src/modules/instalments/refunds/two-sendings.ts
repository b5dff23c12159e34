import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import { TABLES, type RefundRequestRow } from "../ledger/rows"
import { OVER, serviceStatus } from "./state"
import {
  changed,
  leaving,
  ofSending,
  type Change,
  type Narrow,
  type Read,
  type Sent,
} from "./transition"

/*
 * A refund whose answer was lost may have been sent twice, and the service may have
 * accepted the first sending, the second, or both. `RefundStore` writes here what is
 * known of the one while the other may be there.
 */

type Row = RefundRequestRow

/** The service's answer to a sending, or what its list shows for one. */
export type Answer = {
  refund_request_id: string
  word: string
  next_check_at: Date
  /** See `serviceAmount`; that it is as asked, if it is not given. */
  service_amount?: Row["service_amount"]
}

/**
 * The service has it. Null when it has ended otherwise since it was sent at
 * `sent_at`, or was sent once more. One that waits to be sent has nothing else on
 * its way: the answer to any sending of it is its own.
 */
export function answered(db: Knex, row: Sent, { word, ...known }: Answer) {
  const sure = {
    ...{ last_error: null, held_reason: null, check_count: 0 },
    // Of what may have been sent it is known only now that it was.
    sent_at: db.raw("coalesce(sent_at, doubted_at)"),
  }
  const change = { ...known, ...serviceStatus(word), ...sure }
  return changed(db, "answered", row, change, (one) =>
    one.where((either) =>
      ofSending(row)(either).orWhere({ status: "scheduled" })
    )
  )
}

/**
 * The service has accepted a sending that was given up and may have been sent
 * once more. It is a refund of its own then, followed and counted as any, and
 * told to a person. It stands in the place of the other sending, unless another
 * does: nobody is asked to return the money of that again; and when the service
 * turns out not to have that, both are one; see `notThere`.
 */
export async function acceptedLate(
  db: Knex,
  row: Row,
  answer: Answer
): Promise<void> {
  const { word, ...known } = answer
  const held_reason = `The service accepted a sending of this refund late, as ${known.refund_request_id}, after it was decided otherwise: it may be refunded twice. Ask its support.`
  const { reference, checkout_id, amount, currency, payment_id } = row
  const { filed_at, send_after, sent_at } = row
  await db.transaction(async (trx) => {
    await trx(TABLES.refundRequest).where({ id: row.id }).forUpdate()
    // Since it was sent once more, the service may not have taken that.
    if (await answered(trx, row, answer)) {
      return
    }
    const [own] = (await trx(TABLES.refundRequest)
      .insert({
        ...{ reference, checkout_id, amount, currency, payment_id },
        ...{ filed_at, send_after, sent_at, held_reason },
        ...known,
        ...serviceStatus(word),
        id: newRefundId(),
        // Also money without an order is counted as returned by it.
        reason: row.reason === "unplaced" ? "unplaced" : "system",
      })
      .onConflict(
        trx.raw(
          "(refund_request_id) where refund_request_id is not null and deleted_at is null"
        )
      )
      .ignore()
      .returning("id")) as Pick<Row, "id">[]
    if (own && word !== "failed") {
      await trx(TABLES.refundRequest)
        .where({ id: row.id })
        .whereNull("superseded_by")
        .update({ superseded_by: own.id })
    }
    await changed(trx, "doubted", row, { held_reason })
  })
}

/**
 * Nothing goes back by this sending: the service does not have it, or it has failed
 * there. Where it has accepted another
 * one late, that is this refund: known by its id, and a row of its own no more.
 */
export function notThere(
  db: Knex,
  event: "unsent" | "refused" | "absent" | "saidFailed",
  row: Read,
  change: Change,
  only: Narrow
): Promise<Row | null> {
  return db.transaction(async (trx) => {
    const [now] = (await only(
      leaving(trx, event).where({ id: row.id })
    ).forUpdate()) as Row[]
    const late = now?.superseded_by ? await takenOut(trx, now) : undefined
    return late
      ? changed(trx, "isTheOther", row, standsFor(late))
      : changed(trx, event, row, change, only)
  })
}

/**
 * The service says that it has failed. When it was accepted late, the other sending
 * stands for itself again: what failed of that in the meantime is seen to, and told
 * of, as if it failed now. Of three sendings a second one that was accepted late stands
 * in its place.
 */
export function failed(
  db: Knex,
  row: Read,
  change: Change & Pick<Row, "finished_at">,
  only: Narrow
): Promise<Row | null> {
  const untold = "status in ('failed', 'refused') and held_reason is null"
  return db.transaction(async (trx) => {
    const after = await changed(trx, "said", row, change, only)
    if (after) {
      const third = await alsoLate(trx, after)
      const standsForItself = {
        superseded_by: null,
        undone_at: trx.raw(`case when ${untold} then null else undone_at end`),
        books_after: trx.raw(
          `case when ${untold} then ?::timestamptz else books_after end`,
          [change.finished_at]
        ),
      }
      await trx(TABLES.refundRequest)
        .where({ superseded_by: after.id })
        .whereRaw(WAS_THE_SAME, [after.filed_at])
        .update(third ? { superseded_by: third.id } : standsForItself)
    }
    return after
  })
}

/** Another sending of the same refund that was accepted late, and stands. */
async function alsoLate(
  db: Knex,
  { id, reference, filed_at }: Row
): Promise<Pick<Row, "id"> | undefined> {
  const [late] = (await db(TABLES.refundRequest)
    .where({
      reference,
      refund_id: null,
      superseded_by: null,
      deleted_at: null,
    })
    .whereNot({ id })
    .whereNotNull("refund_request_id")
    .whereNotIn("status", OVER)
    .whereRaw(WAS_THE_SAME, [filed_at])
    .limit(1)
    .select("id")) as Pick<Row, "id">[]
  return late
}

/** What a refund replaces otherwise was asked for before it. */
const WAS_THE_SAME = "filed_at = ?"

/**
 * The row of the sending that was accepted late, which is there no more. One that
 * Medusa has a refund for is told of as a second refund, and stays.
 */
async function takenOut(
  db: Knex,
  { superseded_by, filed_at }: Row
): Promise<Row | undefined> {
  const [late] = (await db(TABLES.refundRequest)
    .where({ id: superseded_by, refund_id: null, deleted_at: null })
    .whereNotNull("refund_request_id")
    .whereRaw(WAS_THE_SAME, [filed_at])
    .delete()
    .returning("*")) as Row[]
  return late
}

/** What the service says of the sending that it accepted late. */
function standsFor(late: Row): Change {
  const { refund_request_id, status, service_status, service_amount } = late
  const { sent_at, check_count, next_check_at, finished_at, held_reason } = late
  const isContradicted = status === "complete" && service_status !== status
  return {
    ...{ refund_request_id, status, service_status, service_amount },
    ...{ sent_at, check_count, next_check_at, finished_at },
    held_reason: isContradicted ? held_reason : null,
    last_error: null,
    superseded_by: null,
  }
}

/** The ledger's id of a refund request. */
export function newRefundId(): string {
  return generateEntityId(undefined, "instref")
}
