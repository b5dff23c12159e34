import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import { withoutPerson, type Person } from "../domain/person"
import { rewriteTexts } from "../ledger/rewrite-texts"
import { isStill, TABLES, type RefundRequestRow } from "../ledger/rows"
import { countRefundRequest } from "../telemetry/metrics"
import type { AfterFailure } from "./after-failure"
import type { Booked } from "./booking"
import {
  OVER,
  serviceStatus,
  TRANSITIONS,
  WITHOUT_BOOKS,
  type RefundEvent,
} from "./state"

type Row = RefundRequestRow
type Change = { [K in keyof Row]?: Row[K] | Knex.Raw }
/** A row as the caller has read it. */
type Read = Pick<Row, "id" | "status">
/** The same, and which sending of it is meant. */
type Sent = Read & Pick<Row, "sent_at">
type Narrow = (row: Knex.QueryBuilder) => Knex.QueryBuilder

/** The service's answer to a sending, or what its list shows for one. */
type Answer = { refund_request_id: string; word: string; look_after: Date }

/** Longer than any request lives; see the client's time-outs and waits. */
const LOST_MS = 2 * 60_000

/** What a new row needs to have. */
export type NewRefund = Partial<Row> &
  Pick<Row, "reference" | "amount" | "currency" | "reason" | "send_after">

/**
 * The only writer of `instalments_refund_request`. Every change of status is one
 * statement that names the states it may leave (`TRANSITIONS`), so what another
 * process has written in between is never overwritten. It answers the row as it
 * is then, or null when the row was in no such state, and counts each change of
 * status. Amounts are integer cents.
 */
export class RefundStore {
  constructor(private readonly db: Knex) {}

  /** A refund that is asked for; nothing is sent yet. */
  async file(row: NewRefund): Promise<Row> {
    const [filed] = (await this.db(TABLES.refundRequest)
      .insert({ ...row, id: newId() })
      .returning("*")) as Row[]
    if (!filed) {
      throw new Error("The ledger wrote no row")
    }
    countRefundRequest(null, filed)
    return filed
  }

  /** Those that ended in vain are not open any more: `by` takes their place. */
  async replaced(ids: string[], by: string): Promise<void> {
    await this.db(TABLES.refundRequest)
      .whereIn("id", ids)
      .update({ replaced_by: by })
  }

  /**
   * Taken for sending, if it is due: written before the request is sent. Not while
   * another sending of it stands, which the service has accepted late. What the
   * service's list has shown by then is not this one, unless it was sent before:
   * also when a person has said since that the service does not have it.
   */
  claimed(row: Read, now: Date, checkout_id: string) {
    const seen_before_sent = this.db.raw(
      `case when doubted_at is null then coalesce(seen_before_sent, (
        select max(seen_number) from instalments_unmatched_refund
      ), 0) else seen_before_sent end`
    )
    const sending = { checkout_id, sent_at: now, last_error: null }
    const change = { ...sending, seen_before_sent }
    return this.write("claimed", row, change, (one) =>
      one.where("send_after", "<=", now).whereNull("replaced_by")
    )
  }

  /**
   * The service has it. Null when it has ended otherwise since it was sent at
   * `sent_at`, or was sent once more. One that waits to be sent has nothing else on
   * its way: the answer to any sending of it is its own.
   */
  answered(row: Sent, { word, ...known }: Answer) {
    const sure = { last_error: null, held_reason: null, looks: 0 }
    const change = { ...known, ...serviceStatus(word), ...sure }
    return this.write("answered", row, change, (one) =>
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
  async acceptedLate(row: Row, answer: Answer): Promise<void> {
    const { word, ...known } = answer
    const held_reason = `The service accepted a sending of this refund late, as ${known.refund_request_id}, after it was decided otherwise: it may be refunded twice. Ask its support.`
    const { reference, checkout_id, amount, currency, payment_id } = row
    const { asked_at, send_after, sent_at } = row
    await this.db.transaction(async (trx) => {
      const store = new RefundStore(trx)
      await trx(TABLES.refundRequest).where({ id: row.id }).forUpdate()
      // Since it was sent once more, the service may not have taken that.
      if (await store.answered(row, answer)) {
        return
      }
      const [own] = (await trx(TABLES.refundRequest)
        .insert({
          ...{ reference, checkout_id, amount, currency, payment_id },
          ...{ asked_at, send_after, sent_at, held_reason },
          ...known,
          ...serviceStatus(word),
          id: newId(),
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
          .whereNull("replaced_by")
          .update({ replaced_by: own.id })
      }
      await store.write("doubted", row, { held_reason })
    })
  }

  /** The sending failed; see `afterFailure`. */
  failedToSend(row: Sent, { event, ...known }: AfterFailure) {
    const only = ofSending(row)
    return event === "unanswered"
      ? this.write(event, row, known, only)
      : this.notThere(event, row, known, only)
  }

  /**
   * Those are in doubt whose process was killed while they were on their way: the
   * service may have them.
   */
  async lost(now: Date): Promise<void> {
    const last_error = "The process stopped while the request was on its way."
    const change = { last_error, look_after: now }
    const sentBefore = new Date(now.getTime() - LOST_MS)
    const lost = await this.writeAll("unanswered", change, (row) =>
      row.where("sent_at", "<", sentBefore)
    )
    lost.forEach((row) => countRefundRequest(null, row))
  }

  /** It stays in doubt: until when, or why a person has to end it. */
  doubted(
    row: Sent,
    change: Pick<Row, "looks" | "look_after"> & { held_reason?: string }
  ) {
    return this.write("doubted", row, change, unheld(row))
  }

  /** A person has the service's list read once more. */
  doubtedAnew(row: Read, look_after: Date) {
    const change = { held_reason: null, looks: 0, look_after }
    return this.write("doubted", row, change)
  }

  /** The service has no such request, or takes no second: it is sent again. */
  absent(row: Sent, now: Date) {
    return this.notThere("absent", row, sendAgain(now), unheld(row))
  }

  /**
   * A person says that the service has no such request: it is sent again, and what
   * the service says then is the last word, as of any that was never sent before.
   */
  saidAbsent(row: Sent, now: Date) {
    const sure = { held_reason: null, doubted_at: null }
    const change = { ...sendAgain(now), ...sure }
    return this.notThere("absent", row, change, ofSending(row))
  }

  /** A person says that it failed, by the word of the service's support. */
  saidFailed(row: Sent, now: Date) {
    const why = "The service's support says that it failed."
    return this.write("saidFailed", row, ended(now, why), ofSending(row))
  }

  /** It could not be asked about: later, unless somebody has asked meanwhile. */
  looked(row: Read & Pick<Row, "looks">, look_after: Date) {
    const { looks } = row
    const change = { looks: looks + 1, look_after }
    return this.write("looked", row, change, (one) => one.where({ looks }))
  }

  /**
   * The service says how it stands. Null when it was complete, and is not now. When
   * it was accepted late and has failed, the other sending stands for itself again.
   */
  async said(
    row: Read,
    word: string,
    known: Pick<Row, "looks" | "finished_at" | "look_after"> & {
      held_reason?: string | null
    }
  ) {
    const change = { ...known, ...serviceStatus(word) }
    const still: Narrow = (one) =>
      word === "complete" ? one : one.whereNot({ status: "complete" })
    if (word !== "failed") {
      return this.write("said", row, change, still)
    }
    return this.db.transaction(async (trx) => {
      const after = await new RefundStore(trx).write("said", row, change, still)
      if (after) {
        await otherSendings(trx, after).update(standsForItself(trx, known))
      }
      return after
    })
  }

  /** It was complete: what the service says now is for a person. */
  contradicted(row: Read, service_status: string, held_reason: string) {
    const change = { service_status, held_reason, look_after: null }
    return this.write("contradicted", row, change)
  }

  /**
   * Medusa's books hold it whole: it may be sent when it is due, or is followed if
   * the service has made it already.
   */
  released(
    row: Read & Pick<Row, "refund_request_id">,
    { booked, now }: { booked: Booked; now: Date }
  ) {
    const change = { booked, booked_at: now }
    return row.refund_request_id
      ? this.write("matched", row, { ...change, look_after: now })
      : this.write("released", row, change)
  }

  /**
   * Medusa has not booked it whole: it is never sent. What the service has made
   * can be booked once more, and those whose place it had taken are open again.
   */
  async unbooked(
    row: Read & Pick<Row, "refund_request_id">,
    { now, why }: { now: Date; why: string }
  ) {
    const change = { finished_at: now, last_error: why }
    if (!row.refund_request_id) {
      return this.write("unbooked", row, change)
    }
    return this.db.transaction(async (trx) => {
      const free = { ...change, refund_request_id: null }
      const after = await new RefundStore(trx).write("unbooked", row, free)
      if (after) {
        await trx(TABLES.refundRequest)
          .where({ replaced_by: row.id })
          .update({ replaced_by: null })
      }
      return after
    })
  }

  /**
   * The merchant takes it back, before it is sent. One whose answer was lost was
   * sent: that is ended as a doubt. What the service has made is not the merchant's
   * to take back.
   */
  withdrawn(row: Read, now: Date) {
    const why = "The merchant has withdrawn it before it was sent."
    return this.write("withdrawn", row, ended(now, why), (one) =>
      one.whereNull("doubted_at").whereNull("refund_request_id")
    )
  }

  /**
   * What Medusa has booked for it, kept before it is taken out; why its books have
   * to wait; or what a person is told of one that ended in vain (null: nothing).
   */
  noted(
    row: Read,
    change:
      | { booked: Booked }
      | Pick<Row, "books_after" | "books_error">
      | Pick<Row, "held_reason">
  ) {
    return this.write("noted", row, change)
  }

  /**
   * Medusa's books are as if it had not been asked for; they are looked at once
   * more at `books_after`, if that is given.
   */
  undone(row: Read, undone_at: Date, books_after: Date | null) {
    const held_reason = this.db.raw(
      "case when status = 'complete' then ? else held_reason end",
      [WITHOUT_BOOKS]
    )
    const change = { undone_at, held_reason, books_after, books_error: null }
    return this.write("undone", row, change)
  }

  /** Takes a person out of the texts; whether there is one is a fact, and stays. */
  async erase(id: string, person: Person): Promise<void> {
    await rewriteTexts(
      () => this.db(TABLES.refundRequest).where({ id }),
      ["last_error", "held_reason", "books_error"],
      (text) => withoutPerson(text, person)
    )
  }

  /**
   * The service certainly does not have this sending. Where it has accepted another
   * one late, that is this refund: known by its id, and a row of its own no more.
   */
  private notThere(
    event: "unsent" | "refused" | "absent",
    row: Read,
    change: Change,
    only: Narrow
  ): Promise<Row | null> {
    const own: Narrow = (one) => only(one.where({ id: row.id }))
    return this.db.transaction(async (trx) => {
      const store = new RefundStore(trx)
      const [now] = (await own(store.leaving(event)).forUpdate()) as Row[]
      const late = now?.replaced_by ? await takenOut(trx, now) : undefined
      return late
        ? store.write("isTheOther", row, standsFor(late))
        : store.write(event, row, change, only)
    })
  }

  private async write(
    event: RefundEvent,
    before: Read,
    change: Change,
    only: Narrow = (row) => row
  ): Promise<Row | null> {
    const [after] = await this.writeAll(event, change, (row) =>
      only(row.where({ id: before.id }))
    )
    // On its way, and back unsent, it is where it was.
    const moved = TRANSITIONS[event].to !== "same"
    if (after && moved && event !== "claimed" && event !== "unsent") {
      countRefundRequest(before, after)
    }
    return after ?? null
  }

  private async writeAll(
    event: RefundEvent,
    change: Change,
    only: Narrow
  ): Promise<Row[]> {
    const { to } = TRANSITIONS[event]
    const written = to === "same" || to === "word" ? {} : { status: to }
    return only(this.leaving(event))
      .update({
        ...this.broughtBy({ ...change, ...written }),
        ...{ ...change, ...written, updated_at: this.db.fn.now() },
      })
      .returning("*")
  }

  /** Those in a status that it may leave. */
  private leaving(event: RefundEvent): Knex.QueryBuilder {
    return this.db(TABLES.refundRequest)
      .whereNull("deleted_at")
      .whereIn("status", TRANSITIONS[event].from)
  }

  /**
   * What a new status brings with it, whatever led there. What has ended in vain is
   * seen to: taken out of Medusa's books, and not counted as returned; what the
   * service takes that back of is left there. The first sending that is in doubt is
   * kept by all later ones.
   */
  private broughtBy({ status, finished_at, look_after }: Change): Change {
    if (!status) {
      return {}
    }
    if (status === "in_doubt") {
      return { doubted_at: this.db.raw("coalesce(doubted_at, sent_at)") }
    }
    const books_after = OVER.some((over) => over === status)
      ? this.db.raw("case when undone_at is null then ?::timestamptz end", [
          finished_at ?? look_after ?? null,
        ])
      : null
    return { books_after, books_error: null }
  }
}

/** Still of the sending that was read: not sent once more since. */
function ofSending({ sent_at }: Sent): Narrow {
  return (row) => row.whereRaw(isStill("sent_at"), [sent_at])
}

/** The same, and no person is asked to end its doubt. */
function unheld(row: Sent): Narrow {
  return (one) => ofSending(row)(one.whereNull("held_reason"))
}

/** A person has ended it without a refund. */
function ended(finished_at: Date, last_error: string): Change {
  return { finished_at, last_error, look_after: null, held_reason: null }
}

function sendAgain(now: Date): Change {
  return { looks: 0, send_after: now, remainder_refused_at: null }
}

/**
 * Those whose place it has taken as a sending that was accepted late: they were asked
 * for at the same moment, and what a refund replaces otherwise was before it.
 */
function otherSendings(db: Knex, { id, asked_at }: Row) {
  return db(TABLES.refundRequest)
    .where({ replaced_by: id })
    .whereRaw("asked_at = ?", [asked_at])
}

/**
 * The row of the sending that was accepted late, which is there no more. One that
 * Medusa has a refund for is told of as a second refund, and stays.
 */
async function takenOut(
  db: Knex,
  { replaced_by, asked_at }: Row
): Promise<Row | undefined> {
  const [late] = (await db(TABLES.refundRequest)
    .where({ id: replaced_by, refund_id: null, deleted_at: null })
    .whereNotNull("refund_request_id")
    .whereRaw("asked_at = ?", [asked_at])
    .delete()
    .returning("*")) as Row[]
  return late
}

/** What the service says of the sending that it accepted late. */
function standsFor(late: Row): Change {
  const { refund_request_id, status, service_status } = late
  const { sent_at, looks, look_after, finished_at, held_reason } = late
  const isContradicted = status === "complete" && service_status !== status
  return {
    ...{ refund_request_id, status, service_status },
    ...{ sent_at, looks, look_after, finished_at },
    held_reason: isContradicted ? held_reason : null,
    last_error: null,
    replaced_by: null,
  }
}

/** What failed in the meantime is seen to, and told of, as if it failed now. */
function standsForItself(
  db: Knex,
  { finished_at }: Pick<Row, "finished_at">
): Change {
  const untold = "status in ('failed', 'refused') and held_reason is null"
  return {
    replaced_by: null,
    undone_at: db.raw(`case when ${untold} then null else undone_at end`),
    books_after: db.raw(
      `case when ${untold} then ?::timestamptz else books_after end`,
      [finished_at]
    ),
  }
}

function newId() {
  return generateEntityId(undefined, "instref")
}
