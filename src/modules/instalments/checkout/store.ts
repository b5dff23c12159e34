import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import { NOT_VERIFIED, type Observed } from "../domain/observe"
import { ERASED, withoutPerson, type Person } from "../domain/person"
import { rewriteTexts } from "../ledger/rewrite-texts"
import { TABLES, type CheckoutRow } from "../ledger/rows"
import {
  openingStatement,
  type KnownPayment,
  type PayableState,
} from "./opening"
import { STATE_SQL, TRANSITIONS, type CheckoutEvent } from "./state"

/** A proven payment of a checkout, by a callback, a fetch or the list. */
export type Payment = {
  paid_at: Date
  paid_not_before: Date
  number_of_payments?: number
}

type Change = { [K in keyof CheckoutRow]?: CheckoutRow[K] | Knex.Raw }

/** What only leads to the shopper, and no rule about money reads. */
const LEADS_TO_PERSON = {
  payment_url: null,
  success_url: null,
  fingerprint: ERASED,
} satisfies Change

const HEARD_FIRST: CheckoutRow["outcome"][] = ["placed", "open", "held"]

/**
 * The only writer of `instalments_checkout`, but for when it is checked
 * (`CheckoutChecks`). Every change of state is one statement that names the states it may leave (`TRANSITIONS`), so what another
 * process has written in between is never overwritten. It answers the row as it
 * is then, or null when the row was in no such state. Amounts are integer cents.
 */
export class CheckoutStore {
  constructor(private readonly db: Knex) {}

  /**
   * The row of a payable state, and whether it must be created at the service.
   * A lock on the payment collection makes two tabs share one row.
   */
  async open(
    state: PayableState,
    now: Date
  ): Promise<{ checkout: CheckoutRow; isNew: boolean }> {
    const id = generateEntityId(undefined, "inst")
    const { sql, values } = openingStatement(state, { id, now })
    return this.db.transaction(async (trx) => {
      // A separate statement: the next one must see what the other tab wrote.
      await trx.raw("select pg_advisory_xact_lock(hashtextextended(?, 0))", [
        state.payment_collection_id,
      ])
      const { rows } = (await trx.raw(sql, values)) as {
        rows: (CheckoutRow & { is_new: boolean })[]
      }
      if (!rows[0]) {
        throw new Error("The ledger wrote no row")
      }
      const { is_new: isNew, ...checkout } = rows[0]
      return { checkout, isNew }
    })
  }

  /**
   * The payment because of which a cart must not be charged again; null when
   * there is none, or when all payments were returned. Of several it is the
   * most important for the shopper: the one with the order, else the one that
   * may still get it. One that the service has to confirm comes last.
   */
  async knownPayment(cartId: string): Promise<KnownPayment | null> {
    const [first] = await this.db<CheckoutRow>(TABLES.checkout)
      .where({ cart_id: cartId })
      .where((one) =>
        one
          .where((paid) =>
            paid.where({ status: "successful" }).whereIn("outcome", HEARD_FIRST)
          )
          .orWhere((other) =>
            other.where({ status: "cancelled" }).whereNotNull("wanted_at")
          )
      )
      .whereNull("deleted_at")
      .orderByRaw("array_position(?::text[], outcome), opened_at", [
        HEARD_FIRST,
      ])
      .limit(1)
      .select<KnownPayment[]>(
        "id as reference",
        "order_id",
        this.db.raw(
          "case when status = 'cancelled' then 'unconfirmed' else outcome end as outcome"
        )
      )
    return first ?? null
  }

  /** Notes that a payment session of Medusa uses this checkout. */
  async noteSession(id: string, reference: string): Promise<void> {
    await this.db("instalments_checkout_session")
      .insert({ id, reference })
      .onConflict("id")
      .merge(["reference"])
  }

  /**
   * The service has answered the creation. The callback may come before that.
   */
  async created(
    id: string,
    { status: word, look_after, observed, ...known }: CreatedCheckout
  ): Promise<CheckoutRow | null> {
    const answer = {
      ...known,
      // Nothing would take it out again: the person was erased meanwhile.
      payment_url: this.db.raw("case when fingerprint <> ? then ? end", [
        ERASED,
        known.payment_url,
      ]),
      creation: "answered" as const,
      ...(observed && { observed: withObserved(this.db, observed) }),
    }
    // A checkout without an address cannot be paid, so a fetch must prove it.
    const status = word === "successful" ? "received" : word
    return (
      (await this.write("created", id, { ...answer, status, look_after })) ??
      (await this.write("identified", id, answer))
    )
  }

  /**
   * How its first proven callback was spelt and signed. A later one is not kept,
   * and no state depends on it. One that was not verified gives way to one that
   * was: the shopper knows the reference and how he ends, so he may have sent it.
   */
  async observedCallback(
    id: string,
    callback: Observed["callback"]
  ): Promise<void> {
    await this.row(id).update({ observed: withCallback(this.db, callback) })
  }

  /** The service has certainly not created it. */
  refused(id: string, last_error: string, now: Date) {
    return this.write("refused", id, {
      creation: "refused",
      outcome: "closed",
      outcome_at: now,
      look_after: null,
      last_error,
    })
  }

  /** The service may or may not have created it. */
  unanswered(id: string, last_error: string) {
    return this.write("unanswered", id, { creation: "unanswered", last_error })
  }

  /** Its id at the service, which no other row has (a unique index). */
  identified(id: string, checkout_id: string) {
    return this.write(
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
    const change = await this.write("paid", id, {
      ...nowPaid(paid),
      ...(number_of_payments ? { number_of_payments } : {}),
    })
    if (!change && number_of_payments) {
      // A fetch does not tell the term; the callback that comes after it does.
      await this.row(id)
        .whereNull("number_of_payments")
        .update({ number_of_payments })
    }
    return change
  }

  /**
   * A verified callback says that it is paid, for the first time and against
   * nothing that is known. Writes also how the callback was spelt, and `record`,
   * which keeps the callback itself for every row of `paid`: one statement, so
   * neither is there without the other. Null when it was not so, and nothing is
   * written then.
   */
  async paidByCallback(
    id: string,
    { number_of_payments, ...paid }: Payment,
    { record, observed }: { record: Knex.Raw; observed?: Observed["callback"] }
  ): Promise<CheckoutRow | null> {
    const change = this.changing(
      "paid",
      id,
      {
        ...nowPaid(paid),
        ...(number_of_payments ? { number_of_payments } : {}),
        ...(observed && { observed: withCallback(this.db, observed) }),
      },
      (row) =>
        row.whereRaw(
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
    const ends = status === "cancelled" || status === "invalid_payload"
    return ends
      ? this.write(
          "ended",
          id,
          {
            status,
            outcome: "closed",
            outcome_at: now,
            wanted_at: null,
            // A cancelled one is checked once more: the callback of a payment
            // in another tab may be lost or late.
            look_after:
              status === "invalid_payload"
                ? null
                : this.db.raw(
                    "case when checkout_id is null then null else look_after end"
                  ),
          },
          isOther
        )
      : this.write("said", id, { status }, isOther)
  }

  /** What the service says of a payment that it had called successful. */
  async contradicted(id: string, status: string): Promise<void> {
    await this.row(id)
      .where({ status: "successful" })
      .whereNot({ outcome: "open" })
      .update({ contradiction: status === "successful" ? null : status })
  }

  /** What was paid for a checkout that is held because of its amount. */
  async holds(id: string, paid_amount: number): Promise<void> {
    await this.row(id)
      .where({ outcome: "held", held_kind: "amount_differs" })
      .update({ paid_amount })
  }

  /** It cannot be paid any more. A payment that comes even then is accepted. */
  closed(id: string, now: Date) {
    return this.write("closed", id, {
      outcome: "closed",
      outcome_at: now,
      look_after: null,
      wanted_at: null,
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
      .update({ outcome: "closed", outcome_at: time.now, look_after: null })
  }

  /**
   * Paid, and settling was not tried: due later, so that others are tried
   * first.
   */
  postponed(id: string, look_after: Date) {
    return this.write("attempted", id, { look_after })
  }

  /**
   * Written before each attempt to settle, so that an attempt that was killed
   * is repeated. Null also when it was attempted since the row was read.
   */
  attempted(
    { id, settle_attempts }: Pick<CheckoutRow, "id" | "settle_attempts">,
    { look_after }: { look_after: Date }
  ) {
    return this.write(
      "attempted",
      id,
      { settle_attempts: settle_attempts + 1, look_after },
      (row) => row.where({ settle_attempts })
    )
  }

  /** An attempt failed; `isRefusal` when Medusa refused it. */
  notPlaced(
    id: string,
    { last_error, isRefusal }: { last_error: string; isRefusal: boolean }
  ) {
    return this.write("attempted", id, {
      last_error,
      ...(isRefusal ? { refusals: this.db.raw("refusals + 1") } : {}),
    })
  }

  /** Order and payment were read back. */
  placed(
    id: string,
    order: { order_id: string; order_amount: number | null; now: Date }
  ) {
    const { now, ...known } = order
    return this.write("placed", id, {
      ...known,
      ...settled("placed", now),
      held_reason: null,
      held_kind: null,
      last_error: null,
    })
  }

  /** Refund requests for all of it are filed, in the same transaction. */
  returned(id: string, { reason, now }: { reason: string | null; now: Date }) {
    return this.write("returned", id, {
      ...settled("returned", now),
      ...(reason === null ? {} : { held_reason: reason }),
    })
  }

  /** It has no order and is not returned: a person decides. */
  held(
    id: string,
    why: {
      kind: "no_order" | "amount_differs"
      reason: string
      paid_amount?: number
      now: Date
    }
  ) {
    return this.write("held", id, {
      ...settled("held", why.now),
      held_kind: why.kind,
      held_reason: why.reason,
      ...(why.paid_amount === undefined
        ? {}
        : { paid_amount: why.paid_amount }),
    })
  }

  /** It was to go back, and not all of it does: a person decides. */
  notReturned(id: string, { reason, now }: { reason: string; now: Date }) {
    return this.write("notReturned", id, {
      ...settled("held", now),
      held_kind: "return_failed",
      held_reason: reason,
    })
  }

  /** A person asked to place it: it is due at once and tried once. */
  reopened(id: string, now: Date) {
    return this.write("reopened", id, {
      outcome: "open",
      outcome_at: null,
      by_hand: true,
      look_after: now,
    })
  }

  /**
   * Takes a person out of it, in any state: the addresses of the pages, the
   * fingerprint, and what the texts say of `person`. State, ids, amounts and times
   * stay, so it is settled, checked and refunded as before.
   */
  async erase(id: string, person: Person): Promise<void> {
    await rewriteTexts(
      () => this.db(TABLES.checkout).where({ id }),
      ["held_reason", "last_error"],
      (text) => withoutPerson(text, person),
      LEADS_TO_PERSON
    )
  }

  /**
   * The same for a batch of those opened before a moment and ended, which a person
   * need not look at any more; answers how many. Why one was returned stays.
   */
  async forget(before: Date, limit: number): Promise<number> {
    const old = this.db<CheckoutRow>(TABLES.checkout)
      .where("opened_at", "<", before)
      .whereIn("outcome", ["placed", "returned", "closed"])
      .whereNot("fingerprint", ERASED)
      .whereNull("deleted_at")
      .orderBy("opened_at")
      .limit(limit)
      .select("id")
    return this.db(TABLES.checkout)
      .whereIn("id", old)
      .update({ ...LEADS_TO_PERSON, last_error: null })
  }

  private row(id: string) {
    return this.db<CheckoutRow>(TABLES.checkout)
      .where({ id })
      .whereNull("deleted_at")
  }

  private async write(
    event: CheckoutEvent,
    id: string,
    change: Change,
    only?: (row: Knex.QueryBuilder) => Knex.QueryBuilder
  ): Promise<CheckoutRow | null> {
    const [row] = (await this.changing(
      event,
      id,
      change,
      only
    )) as CheckoutRow[]
    return row ?? null
  }

  private changing(
    event: CheckoutEvent,
    id: string,
    change: Change,
    only: (row: Knex.QueryBuilder) => Knex.QueryBuilder = (row) => row
  ): Knex.QueryBuilder {
    const from = TRANSITIONS[event].from
    return only(this.row(id).whereRaw(`${STATE_SQL} = any(?)`, [[...from]]))
      .update({ ...change, updated_at: this.db.fn.now() })
      .returning("*")
  }
}

/**
 * What a row has observed of callbacks, with this one: the first is kept, but one
 * that was not verified gives way to one that was.
 */
function withCallback(db: Knex, callback: Observed["callback"]): Knex.Raw {
  return db.raw(
    `case when observed -> 'callback' is null
        or (?::boolean and observed #>> '{callback,signature}' like ?)
      then ? else observed end`,
    [
      callback?.signature.startsWith(NOT_VERIFIED) === false,
      `${NOT_VERIFIED}%`,
      withObserved(db, { callback }),
    ]
  )
}

/** A callback may come before the answer to the creation. */
function withObserved(db: Knex, observed: Observed): Knex.Raw {
  return db.raw("coalesce(observed, '{}') || ?::jsonb", [
    JSON.stringify(observed),
  ])
}

/** The service's answer to a creation. */
export type CreatedCheckout = {
  checkout_id: string
  payment_url: string | null
  status: string
  /** How the answer was spelt. */
  observed?: Observed
  /** When background work checks it for the first time. */
  look_after: Date
}

/** What a proof of a payment makes of a row; it is due for settling at once. */
function nowPaid(paid: Omit<Payment, "number_of_payments">) {
  return {
    ...paid,
    status: "successful",
    outcome: "open",
    outcome_at: null,
    held_reason: null,
    held_kind: null,
    wanted_at: null,
    look_after: paid.paid_at,
  } satisfies Change
}

/** No job checks a settled checkout. */
function settled(outcome: "placed" | "returned" | "held", now: Date) {
  return { outcome, outcome_at: now, look_after: null, wanted_at: null }
}
