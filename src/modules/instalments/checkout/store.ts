import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { TABLES, type CheckoutRow } from "../ledger/rows"
import { isPending, STATE_SQL } from "./state"
import {
  changed,
  changing,
  rowOf,
  type Change,
  type Narrow,
} from "./transition"

/** A proven payment of a checkout, by a callback, a fetch or the list. */
export type Payment = {
  paid_at: Date
  paid_not_before: Date
  number_of_payments?: number
}

/**
 * What becomes of a checkout that is opened, until it is paid or closed. Each write
 * answers the row as it is then, or null when it was in no state that the event may
 * leave (`TRANSITIONS`). Amounts are integer cents.
 */
export class CheckoutStore {
  constructor(private readonly db: Knex) {}

  /**
   * The service has answered the creation. The callback may come before that.
   */
  async created(
    id: string,
    { status: word, next_check_at, ...known }: CreatedCheckout
  ): Promise<CheckoutRow | null> {
    const answer = {
      ...known,
      // The person was erased meanwhile.
      payment_url: this.db.raw("case when fingerprint is not null then ? end", [
        known.payment_url,
      ]),
      creation: "answered" as const,
    }
    // A checkout without an address cannot be paid, so a fetch must prove it; and
    // that it is invalid is `said` next, which closes it.
    const isMore = word === "successful" || word === "invalid_payload"
    const status = isMore ? "received" : word
    return (
      (await changed(this.db, "created", id, {
        ...answer,
        status,
        next_check_at,
      })) ?? (await changed(this.db, "identified", id, answer))
    )
  }

  /** A verified callback of it came in at this address: it is this store's. */
  async adopted(id: string, notify_url: string | null): Promise<void> {
    await rowOf(this.db, id).update({ notify_url })
  }

  /** The service has certainly not created it. */
  refused(id: string, last_error: string, now: Date) {
    return changed(this.db, "refused", id, {
      creation: "refused",
      outcome: "closed",
      outcome_at: now,
      next_check_at: null,
      last_error,
    })
  }

  /** The service may or may not have created it. */
  unanswered(id: string, last_error: string) {
    return changed(this.db, "unanswered", id, {
      creation: "unanswered",
      last_error,
    })
  }

  /** Its id at the service, which no other row has (a unique index). */
  identified(id: string, checkout_id: string) {
    return changed(
      this.db,
      "identified",
      id,
      { checkout_id, creation: "answered" },
      (row) => row.whereNull("checkout_id")
    )
  }

  /** It is paid. Null when that was known; then only its term is added. */
  async paid(
    id: string,
    { number_of_payments, ...paid }: Payment
  ): Promise<CheckoutRow | null> {
    const change = await changed(this.db, "paid", id, {
      ...nowPaid(paid),
      ...(number_of_payments ? { number_of_payments } : {}),
    })
    if (!change && number_of_payments) {
      // A fetch does not tell the term; the callback that comes after it does.
      await rowOf(this.db, id)
        .whereNull("number_of_payments")
        .update({ number_of_payments })
    }
    return change
  }

  /**
   * A verified callback says that it is paid, for the first time and against
   * nothing that is known, and `only` is true of it. Writes also `record`, which keeps
   * the callback itself for every row of `paid`: one statement, so neither is there
   * without the other. Null when it was not so, and
   * nothing is written then.
   */
  async paidByCallback(
    id: string,
    { number_of_payments, ...paid }: Payment,
    { record, only }: { record: Knex.Raw; only: Narrow }
  ): Promise<CheckoutRow | null> {
    const change = changing(
      this.db,
      "paid",
      id,
      {
        ...nowPaid(paid),
        ...(number_of_payments ? { number_of_payments } : {}),
      },
      (row) =>
        only(row).whereRaw(
          "(status is distinct from 'cancelled' or checkout_id is null)"
        )
    )
    const [row] = (await this.db
      .with("paid", change)
      .with("recorded", record)
      .select("*")
      .from("paid")) as CheckoutRow[]
    return row ?? null
  }

  /** Another status of the service; an unknown one is stored unchanged. */
  said(id: string, status: string, now: Date): Promise<CheckoutRow | null> {
    const isOther = (row: Knex.QueryBuilder) =>
      row.whereRaw("status is distinct from ?", [status])
    const ends = !isPending(status)
    return ends
      ? changed(
          this.db,
          "ended",
          id,
          {
            status,
            outcome: "closed",
            outcome_at: now,
            poll_requested_at: null,
            // A cancelled one is checked once more: the callback of a payment
            // in another tab may be lost or late.
            next_check_at:
              status === "invalid_payload"
                ? null
                : this.db.raw(
                    "case when checkout_id is null then null else next_check_at end"
                  ),
          },
          isOther
        )
      : changed(this.db, "said", id, { status }, isOther)
  }

  /**
   * What the service says of a payment that it had called successful, and when it is
   * checked again if it says something else.
   */
  async contradicted(id: string, status: string, next: Date): Promise<void> {
    const isOver = status === "successful"
    await rowOf(this.db, id)
      .where({ status: "successful" })
      .whereNot({ outcome: "open" })
      .update({
        contradiction: isOver ? null : status,
        next_check_at: isOver ? null : next,
      })
  }

  /**
   * The service has created it and does not know it when it is asked: the keys may be
   * another account's by now.
   */
  async unknown(id: string, unknown_at: Date): Promise<void> {
    await rowOf(this.db, id)
      .where({ outcome: "open" })
      .whereRaw("status is distinct from 'successful'")
      .whereNotNull("checkout_id")
      .whereNull("unknown_at")
      .update({ unknown_at })
  }

  /** It cannot be paid any more. A payment that comes even then is accepted. */
  closed(id: string, now: Date) {
    return changed(this.db, "closed", id, {
      outcome: "closed",
      outcome_at: now,
      next_check_at: null,
      poll_requested_at: null,
    })
  }

  /** Closes every checkout without an address that was opened in this time. */
  async closeUnanswered(time: { from: Date; to: Date; now: Date }) {
    return this.db<CheckoutRow>(TABLES.checkout)
      .whereNull("deleted_at")
      .whereIn(this.db.raw(STATE_SQL) as never, ["creating", "unanswered"])
      .whereNull("checkout_id")
      .where("opened_at", ">=", time.from)
      .where("opened_at", "<=", time.to)
      .update({ outcome: "closed", outcome_at: time.now, next_check_at: null })
  }
}

/** The service's answer to a creation. */
export type CreatedCheckout = {
  checkout_id: string
  payment_url: string | null
  status: string
  /** When background work checks it for the first time. */
  next_check_at: Date
}

/** What a proof of a payment makes of a row; it is due for settling at once. */
function nowPaid(paid: Omit<Payment, "number_of_payments">) {
  return {
    ...paid,
    status: "successful",
    contradiction: null,
    unknown_at: null,
    outcome: "open",
    outcome_at: null,
    held_reason: null,
    held_kind: null,
    poll_requested_at: null,
    next_check_at: paid.paid_at,
  } satisfies Change
}
