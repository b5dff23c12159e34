import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { withDeed } from "../ledger/deeds"
import { TABLES, type RefundRequestRow } from "../ledger/rows"
import { countRefundRequest } from "../telemetry/metrics"
import type { AfterFailure } from "./after-failure"
import type { Booked } from "./booking"
import { serviceStatus, WITHOUT_BOOKS } from "./state"
import {
  changed,
  changedAll,
  ofSending,
  type Change,
  type Narrow,
  type Read,
  type Sent,
} from "./transition"
import {
  acceptedLate,
  answered,
  failed,
  newRefundId,
  notThere,
  type Answer,
} from "./two-sendings"

type Row = RefundRequestRow
/** Longer than any request lives; see the client's time-outs and waits. */
const LOST_MS = 2 * 60_000

/** What the service's list has shown by now, unless it was sent before. */
const SEEN_BEFORE = `case when doubted_at is null then coalesce(seen_before_sent, (
    select max(seen_number) from instalments_unmatched_refund
  ), 0) else seen_before_sent end`

/** What a new row needs to have. */
export type NewRefund = Partial<Row> &
  Pick<Row, "reference" | "amount" | "currency" | "reason" | "send_after">

/**
 * What writes `instalments_refund_request`, with the files that it is made of: each
 * change of status is one statement of `transition.ts` that names the states it may
 * leave, so what another process has written in between is never overwritten; a
 * refund that may have been sent twice is `two-sendings.ts`. It answers the row as
 * it is then, or null when the row was in no such state. Amounts are integer cents.
 */
export class RefundStore {
  constructor(private readonly db: Knex) {}

  /** A refund that is asked for; nothing is sent yet. */
  async file(row: NewRefund): Promise<Row> {
    const [filed] = (await withDeed(this.db, (trx) =>
      trx(TABLES.refundRequest)
        .insert({ ...row, id: newRefundId() })
        .returning("*")
    )) as Row[]
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
      .update({ superseded_by: by })
  }

  /**
   * Taken for sending, if it is due: written before the request is sent. Not while
   * another sending of it stands, which the service has accepted late. What the
   * service's list has shown by then is not this one, unless it was sent before:
   * also when a person has said since that the service does not have it.
   */
  claimed(row: Read, now: Date, checkout_id: string) {
    const change = {
      ...{ checkout_id, sent_at: now, last_error: null },
      seen_before_sent: this.db.raw(SEEN_BEFORE),
    }
    return changed(this.db, "claimed", row, change, isDue(now))
  }

  /** The service has it; see there. */
  answered(row: Sent, answer: Answer) {
    return answered(this.db, row, answer)
  }

  /** The service has accepted another sending of it; see there. */
  acceptedLate(row: Row, answer: Answer) {
    return acceptedLate(this.db, row, answer)
  }

  /** The sending failed; see `afterFailure`. */
  failedToSend(row: Sent, { event, ...known }: AfterFailure) {
    const only = ofSending(row)
    return event === "unanswered"
      ? changed(this.db, event, row, known, only)
      : notThere(this.db, event, row, known, only)
  }

  /**
   * Those are in doubt whose process was killed while they were on their way: the
   * service may have them.
   */
  async lost(now: Date): Promise<void> {
    const last_error = "The process stopped while the request was on its way."
    const change = { last_error, next_check_at: now }
    const sentBefore = new Date(now.getTime() - LOST_MS)
    const lost = await changedAll(this.db, "unanswered", change, (row) =>
      row.where("sent_at", "<", sentBefore)
    )
    lost.forEach((row) => countRefundRequest(null, row))
  }

  /** It stays in doubt: until when, or why a person has to end it. */
  doubted(
    row: Sent,
    change: Pick<Row, "check_count" | "next_check_at"> & {
      held_reason?: string
    }
  ) {
    return changed(this.db, "doubted", row, change, unheld(row))
  }

  /** A person has the service's list read once more. */
  doubtedAnew(row: Read, next_check_at: Date) {
    const change = { held_reason: null, check_count: 0, next_check_at }
    return changed(this.db, "doubted", row, change)
  }

  /** The service has no such request, or takes no second: it is sent again. */
  absent(row: Sent, now: Date) {
    return notThere(this.db, "absent", row, sendAgain(now), unheld(row))
  }

  /**
   * A person says that the service has no such request: it is sent again, and what
   * the service says then is the last word, as of any that was never sent before.
   */
  saidAbsent(row: Sent, now: Date) {
    const sure = { held_reason: null, doubted_at: null }
    const change = { ...sendAgain(now), ...sure }
    return notThere(this.db, "absent", row, change, ofSending(row))
  }

  /**
   * A person says that it failed, by the word of the service's support: of this
   * sending. One that the service has accepted late stands all the same.
   */
  saidFailed(row: Sent, now: Date) {
    const change = ended(now, "The service's support says that it failed.")
    return notThere(this.db, "saidFailed", row, change, ofSending(row))
  }

  /** It could not be asked about: later, unless somebody has asked meanwhile. */
  looked(row: Read & Pick<Row, "check_count">, next_check_at: Date) {
    const { check_count } = row
    const change = { check_count: check_count + 1, next_check_at }
    return changed(this.db, "looked", row, change, (one) =>
      one.where({ check_count })
    )
  }

  /**
   * The service says how it stands. Null when it was complete, and is not now. When
   * it was accepted late and has failed, the other sending stands for itself again.
   */
  said(
    row: Read,
    word: string,
    known: Pick<Row, "check_count" | "finished_at" | "next_check_at"> & {
      held_reason?: string | null
      service_amount?: Row["service_amount"]
    }
  ) {
    const change = { ...known, ...serviceStatus(word) }
    const still: Narrow = (one) =>
      word === "complete" ? one : one.whereNot({ status: "complete" })
    return word === "failed"
      ? failed(this.db, row, change, still)
      : changed(this.db, "said", row, change, still)
  }

  /** It was complete: what the service says now is for a person. */
  contradicted(row: Read, service_status: string, held_reason: string) {
    const change = { service_status, held_reason, next_check_at: null }
    return changed(this.db, "contradicted", row, change)
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
      ? changed(this.db, "matched", row, { ...change, next_check_at: now })
      : changed(this.db, "released", row, change)
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
      return changed(this.db, "unbooked", row, change)
    }
    return this.db.transaction(async (trx) => {
      const free = { ...change, refund_request_id: null }
      const after = await changed(trx, "unbooked", row, free)
      if (after) {
        await replacesNothing(trx, row)
      }
      return after
    })
  }

  /**
   * The merchant takes it back, before it is sent. One whose answer was lost was
   * sent: that is ended as a doubt. What the service has made is not the merchant's
   * to take back. Those whose place it had taken are open again: nobody is told of
   * what the merchant has taken back.
   */
  async withdrawn(row: Read, now: Date) {
    const why = "The merchant has withdrawn it before it was sent."
    return this.db.transaction(async (trx) => {
      const after = await changed(
        trx,
        "withdrawn",
        row,
        ended(now, why),
        (one) => one.whereNull("doubted_at").whereNull("refund_request_id")
      )
      if (after) {
        await replacesNothing(trx, row)
      }
      return after
    })
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
    return changed(this.db, "noted", row, change)
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
    return changed(this.db, "undone", row, change)
  }
}

/** Those whose place it had taken have to be seen to again. */
async function replacesNothing(db: Knex, { id }: Read): Promise<void> {
  await db(TABLES.refundRequest)
    .where({ superseded_by: id })
    .update({ superseded_by: null })
}

/** Of the sending that was read, and no person is asked to end its doubt. */
function unheld(row: Sent): Narrow {
  return (one) => ofSending(row)(one.whereNull("held_reason"))
}

/** May be sent, and no other sending of it stands. */
function isDue(now: Date): Narrow {
  return (one) => one.where("send_after", "<=", now).whereNull("superseded_by")
}

/** A person has ended it without a refund. */
function ended(finished_at: Date, last_error: string): Change {
  return { finished_at, last_error, next_check_at: null, held_reason: null }
}

function sendAgain(now: Date): Change {
  return { check_count: 0, send_after: now, remainder_refused_at: null }
}
