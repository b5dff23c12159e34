import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import { isStill, TABLES, type RefundRequestRow } from "../ledger/rows"
import type { AfterFailure } from "./after-failure"
import type { Booked } from "./booking"
import {
  serviceStatus,
  TRANSITIONS,
  WITHOUT_BOOKS,
  type RefundEvent,
} from "./state"

type Change = { [K in keyof RefundRequestRow]?: RefundRequestRow[K] | Knex.Raw }

/** What a new row needs to have. */
export type NewRefund = Partial<RefundRequestRow> &
  Pick<
    RefundRequestRow,
    "reference" | "amount" | "currency" | "reason" | "send_after"
  >

/**
 * The only writer of `instalments_refund_request`. Every change of status is one
 * statement that names the states it may leave (`TRANSITIONS`), so what another
 * process has written in between is never overwritten. It answers the row as it
 * is then, or null when the row was in no such state. Amounts are integer cents.
 */
export class RefundStore {
  constructor(private readonly db: Knex) {}

  /** A refund that is asked for; nothing is sent yet. */
  async file(row: NewRefund): Promise<RefundRequestRow> {
    const [filed] = (await this.db(TABLES.refundRequest)
      .insert({ ...row, id: newId() })
      .returning("*")) as RefundRequestRow[]
    if (!filed) {
      throw new Error("The ledger wrote no row")
    }
    return filed
  }

  /** Those that ended in vain are not open any more: `by` takes their place. */
  async replaced(ids: string[], by: string): Promise<void> {
    await this.db(TABLES.refundRequest)
      .whereIn("id", ids)
      .update({ replaced_by: by })
  }

  /** Taken for sending, if it is due: written before the request is sent. */
  claimed(
    id: string,
    { checkout_id, now }: { checkout_id: string; now: Date }
  ) {
    const change = { checkout_id, sent_at: now, last_error: null }
    return this.write("claimed", id, change, (row) =>
      row.where("send_after", "<=", now)
    )
  }

  /** It cannot be sent yet: the service's id of its payment is not known. */
  postponed(id: string, { due, again }: { due: Date; again: Date }) {
    return this.write("postponed", id, { send_after: again }, (row) =>
      row.where("send_after", "<=", due)
    )
  }

  /**
   * The service has it. Null when it has ended otherwise since it was sent at
   * `sent_at`, or was sent once more.
   */
  answered(
    { id, sent_at }: Pick<RefundRequestRow, "id" | "sent_at">,
    answer: { refund_request_id: string; word: string; look_after: Date }
  ) {
    const { word, ...known } = answer
    const change = {
      ...known,
      ...this.word(word, known.look_after),
      last_error: null,
      held_reason: null,
      looks: 0,
    }
    return this.write("answered", id, change, (row) =>
      row.whereRaw(isStill("sent_at"), [sent_at])
    )
  }

  /**
   * The service has accepted a sending that was given up and may have been sent
   * once more. It is a refund of its own then, followed and counted as any, and
   * told to a person; while the other sending is in doubt, that is not sent again.
   */
  async acceptedLate(
    row: RefundRequestRow,
    answer: { refund_request_id: string; word: string; look_after: Date }
  ): Promise<void> {
    const { word, ...known } = answer
    const held_reason = `The service accepted a sending of this refund late, as ${known.refund_request_id}, after it was decided otherwise: it may be refunded twice. Ask its support.`
    const { reference, checkout_id, amount, currency, payment_id } = row
    const { asked_at, send_after, sent_at } = row
    await this.db.transaction(async (trx) => {
      await trx(TABLES.refundRequest)
        .insert({
          ...{ reference, checkout_id, amount, currency, payment_id },
          ...{ asked_at, send_after, sent_at, held_reason },
          ...known,
          ...serviceStatus(word),
          id: newId(),
          reason: "system",
        })
        .onConflict(
          trx.raw(
            "(refund_request_id) where refund_request_id is not null and deleted_at is null"
          )
        )
        .ignore()
      await new RefundStore(trx).write("doubted", row.id, { held_reason })
    })
  }

  /** The sending failed; see `afterFailure`. */
  failedToSend(
    { id, sent_at }: Pick<RefundRequestRow, "id" | "sent_at">,
    { status, ...known }: AfterFailure
  ) {
    const again = known.remainder_refused_at ?? known.held_reason
    const events = {
      scheduled: "unsent",
      refused: "refused",
      in_doubt: again ? "refusedAgain" : "unanswered",
    } as const
    const changes = {
      scheduled: {},
      refused: { books_after: this.restoredFrom(known.finished_at) },
      in_doubt: { doubted_at: this.firstDoubted() },
    }
    const change = { ...known, ...changes[status] }
    return this.write(events[status], id, change, (row) =>
      row.whereRaw(isStill("sent_at"), [sent_at])
    )
  }

  /** Those that were sent before `sentBefore` and whose process was killed. */
  async lost(
    sentBefore: Date,
    change: { look_after: Date; last_error: string }
  ) {
    return this.db<RefundRequestRow>(TABLES.refundRequest)
      .whereIn("status", TRANSITIONS.unanswered.from)
      .whereNull("deleted_at")
      .where("sent_at", "<", sentBefore)
      .update({
        ...change,
        status: TRANSITIONS.unanswered.to,
        doubted_at: this.firstDoubted(),
      })
      .returning("*")
  }

  /** It stays in doubt: until when, and why a person has to end it. */
  doubted(
    { id, sent_at }: Pick<RefundRequestRow, "id" | "sent_at">,
    change: Pick<RefundRequestRow, "looks" | "look_after"> & {
      held_reason?: string
    }
  ) {
    return this.write("doubted", id, change, (row) =>
      row.whereNull("held_reason").whereRaw(isStill("sent_at"), [sent_at])
    )
  }

  /** A person has the service's list read once more. */
  doubtedAnew(id: string, now: Date) {
    const change = { held_reason: null, looks: 0, look_after: now }
    return this.write("doubted", id, change)
  }

  /** The service has no such request, or takes no second: it is sent again. */
  absent({ id, sent_at }: Pick<RefundRequestRow, "id" | "sent_at">, now: Date) {
    const change = { looks: 0, send_after: now, remainder_refused_at: null }
    return this.write("absent", id, change, (row) =>
      row.whereNull("held_reason").whereRaw(isStill("sent_at"), [sent_at])
    )
  }

  /**
   * A person says that the service has no such request: it is sent again, and what
   * the service says then is the last word, as of any that was never sent before.
   */
  saidAbsent(row: Pick<RefundRequestRow, "id" | "sent_at">, now: Date) {
    const { id, sent_at } = row
    const change = {
      looks: 0,
      send_after: now,
      held_reason: null,
      doubted_at: null,
      remainder_refused_at: null,
    }
    return this.write("absent", id, change, (one) =>
      one.whereRaw(isStill("sent_at"), [sent_at])
    )
  }

  /** A person says that it failed, by the word of the service's support. */
  saidFailed(row: Pick<RefundRequestRow, "id" | "sent_at">, now: Date) {
    const { id, sent_at } = row
    const change = {
      finished_at: now,
      look_after: null,
      held_reason: null,
      books_after: this.restoredFrom(now),
      last_error: "The service's support says that it failed.",
    }
    return this.write("saidFailed", id, change, (one) =>
      one.whereRaw(isStill("sent_at"), [sent_at])
    )
  }

  /** It could not be asked about: later, unless somebody has asked meanwhile. */
  looked(
    { id, looks }: Pick<RefundRequestRow, "id" | "looks">,
    look_after: Date
  ) {
    const change = { looks: looks + 1, look_after }
    return this.write("looked", id, change, (row) => row.where({ looks }))
  }

  /** The service says how it stands. Null when it was complete, and is not now. */
  said(
    id: string,
    word: string,
    known: Pick<RefundRequestRow, "looks" | "finished_at" | "look_after"> & {
      held_reason?: string
    }
  ) {
    const change = { ...known, ...this.word(word, known.finished_at) }
    return this.write("said", id, change, (row) =>
      word === "complete" ? row : row.whereNot({ status: "complete" })
    )
  }

  /** It was complete: what the service says now is for a person. */
  contradicted(id: string, service_status: string, held_reason: string) {
    const change = { service_status, held_reason, look_after: null }
    return this.write("contradicted", id, change)
  }

  /** Medusa's books hold it whole: it may be sent when it is due. */
  released(id: string, { booked, now }: { booked: Booked; now: Date }) {
    const change = {
      booked,
      booked_at: now,
      books_after: null,
      books_error: null,
    }
    return this.write("released", id, change)
  }

  /** The same of one that the service has made already: it is followed. */
  matched(id: string, { booked, now }: { booked: Booked; now: Date }) {
    const change = {
      ...{ booked, booked_at: now, books_after: null, books_error: null },
      look_after: now,
    }
    return this.write("matched", id, change)
  }

  /** Medusa has not booked it whole: it is never sent. */
  unbooked(id: string, { now, why }: { now: Date; why: string }) {
    const change = { finished_at: now, last_error: why, books_after: now }
    return this.write("unbooked", id, change)
  }

  /**
   * The same of one that the service has made already: it can be booked once more,
   * and those whose place it had taken are open again.
   */
  async unmatched(id: string, { now, why }: { now: Date; why: string }) {
    return this.db.transaction(async (trx) => {
      const change = { finished_at: now, last_error: why, books_after: now }
      const after = await new RefundStore(trx).write("unbooked", id, {
        ...change,
        refund_request_id: null,
      })
      if (after) {
        await trx(TABLES.refundRequest)
          .where({ replaced_by: id })
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
  withdrawn(id: string, now: Date) {
    const change = {
      finished_at: now,
      look_after: null,
      held_reason: null,
      books_after: this.restoredFrom(now),
      last_error: "The merchant has withdrawn it before it was sent.",
    }
    return this.write("withdrawn", id, change, (row) =>
      row.whereNull("doubted_at").whereNull("refund_request_id")
    )
  }

  /** What Medusa has booked for one that ended: kept before it is taken out. */
  located(id: string, booked: Booked) {
    return this.write("located", id, { booked })
  }

  /** Its books have to wait; `books_error` tells a person why. */
  deferred(
    id: string,
    change: Pick<RefundRequestRow, "books_after" | "books_error">
  ) {
    return this.write("deferred", id, change)
  }

  /** What a person is told of one that ended in vain; null takes it back. */
  explained(id: string, held_reason: string | null) {
    return this.write("explained", id, { held_reason })
  }

  /**
   * Medusa's books are as if it had not been asked for; they are looked at once
   * more at `books_after`, if that is given.
   */
  undone(
    id: string,
    {
      undone_at,
      books_after = null,
    }: { undone_at: Date; books_after?: Date | null }
  ) {
    const held_reason = this.db.raw(
      "case when status = 'complete' then ? else held_reason end",
      [WITHOUT_BOOKS]
    )
    const change = { undone_at, held_reason, books_after, books_error: null }
    return this.write("undone", id, change)
  }

  /**
   * The service's word. What has failed is taken out of Medusa's books; what it
   * takes that back of is left there.
   */
  private word(word: string, now: Date | null | undefined) {
    const known = serviceStatus(word)
    const failed = known.status === "failed"
    return { ...known, books_after: failed ? this.restoredFrom(now) : null }
  }

  /** From when one that ended in vain is taken out of Medusa's books. */
  private restoredFrom(at: Date | null | undefined) {
    return this.db.raw(
      "case when refund_id is not null and undone_at is null then ?::timestamptz end",
      [at ?? null]
    )
  }

  /** When the first sending began that is in doubt; kept by all later ones. */
  private firstDoubted() {
    return this.db.raw("coalesce(doubted_at, sent_at)")
  }

  private row(id: string) {
    return this.db<RefundRequestRow>(TABLES.refundRequest)
      .where({ id })
      .whereNull("deleted_at")
  }

  private async write(
    event: RefundEvent,
    id: string,
    change: Change,
    only: (row: Knex.QueryBuilder) => Knex.QueryBuilder = (row) => row
  ): Promise<RefundRequestRow | null> {
    const { from, to } = TRANSITIONS[event]
    const status = to === "same" || to === "word" ? {} : { status: to }
    const [row] = (await only(this.row(id).whereIn("status", from))
      .update({ ...status, ...change, updated_at: this.db.fn.now() })
      .returning("*")) as RefundRequestRow[]
    return row ?? null
  }
}

function newId() {
  return generateEntityId(undefined, "instref")
}
