import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import { HELD_PAYMENT, isResolved } from "../attention/cause"
import { timeOf } from "../domain/calendar"
import { CALLBACKS_OVER_MS } from "../domain/pauses"
import { refused } from "../domain/refund-rules"
import { TABLES, type CheckoutRow } from "../ledger/rows"
import type { InstalmentsOptions } from "../options/parse-options"
import { ownNotifyUrl } from "./own"
import { PENDING_SQL } from "./state"

/**
 * A payable state of a cart, or of what an order owes, before its checkout
 * exists. `amount` is cents. `source_cart_id` is the cart, or the one that the order
 * came of.
 */
export type PayableState = Pick<
  CheckoutRow,
  | "amount"
  | "currency"
  | "cart_id"
  | "order_id"
  | "country_code"
  | "payment_collection_id"
  | "payment_session_id"
  | "success_url"
> & {
  source_cart_id: string | null
  /**
   * Whether no payment is booked on the order; true of a cart. A held payment of its
   * cart can become the order's only then.
   */
  is_unbooked: boolean
  /**
   * Its fingerprint by each signing key, the newest first: the first is written, and
   * any is found, as another process may have begun with another key.
   */
  fingerprints: readonly [string, ...string[]]
}

/**
 * A payment that arrived for a cart and is not being returned, or one that the
 * service has to confirm; see `isUnconfirmed`.
 */
export type KnownPayment = {
  /** The id of the checkout's row. */
  reference: string
  outcome: "placed" | "open" | "held" | "unconfirmed"
  /** Medusa's order, once it is placed. */
  order_id: string | null
}

/**
 * The key in a payment session's context by which settling asks for a session
 * of a checkout that is paid already. No client can send it: the Store API
 * takes no context. A payment collection that settling makes has it in its
 * metadata.
 */
export const SETTLED_REFERENCE = "instalments_settled_reference"

/** How long the same payable state gets the same checkout. */
export const REUSE_MS = 20 * 60_000
/** A creation that takes longer than this was lost. */
const CREATION_MS = 15_000

/** One cart opens at most so many checkouts an hour: whoever has a cart can ask for more. */
const MOST_CHECKOUTS = 6
const CEILING_MS = 3_600_000

const HEARD_FIRST: CheckoutRow["outcome"][] = ["placed", "open", "held"]

/** Opens checkouts: one for each payable state, and none for what is paid. */
export class CheckoutOpening {
  constructor(
    private readonly db: Knex,
    private readonly options: Pick<
      InstalmentsOptions,
      "environment" | "backendUrl" | "timeZone"
    >
  ) {}

  /**
   * The row of a payable state, and whether it must be created at the service.
   * A lock on the payment collection makes two tabs share one row.
   *
   * @throws MedusaError in words, with the time, for a cart that opened six within the hour.
   */
  async open(
    state: PayableState,
    now: Date
  ): Promise<{ checkout: CheckoutRow; isNew: boolean }> {
    const id = generateEntityId(undefined, "inst")
    const { sql, values } = openingStatement(state, {
      ...{ id, now },
      notify_url: ownNotifyUrl(this.options),
    })
    return this.db.transaction(async (trx) => {
      // A separate statement: the next one must see what the other tab wrote.
      await trx.raw("select pg_advisory_xact_lock(hashtextextended(?, 0))", [
        state.payment_collection_id,
      ])
      const { rows } = (await trx.raw(sql, values)) as {
        rows: (CheckoutRow & { is_new: boolean })[]
      }
      if (!rows[0]) {
        throw await this.tooMany(trx, values)
      }
      const { is_new: isNew, ...checkout } = rows[0]
      return { checkout, isNew }
    })
  }

  private async tooMany(
    trx: Knex,
    values: { cart_id: string | null; ceiling_after: Date }
  ) {
    const { rows } = (await trx.raw(CEILING, values)) as {
      rows: { opened_at: Date }[]
    }
    if (!rows[0]) {
      throw new Error("The ledger wrote no row")
    }
    const { timeZone } = this.options
    const again = timeOf(rows[0].opened_at.getTime() + CEILING_MS, timeZone)
    return refused(
      `Instalments were chosen for this cart ${MOST_CHECKOUTS} times within an hour. They can be chosen again from ${again} (${timeZone}); until then choose another way to pay.`,
      "instalments_too_many_checkouts"
    )
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
            other
              .where({ status: "cancelled" })
              .whereNotNull("poll_requested_at")
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

  /**
   * The reference of a payment because of which an order must not be asked to pay now;
   * see `ARRIVED`. Null when there is none.
   */
  async arrived(
    order: Pick<PayableState, "order_id" | "source_cart_id" | "is_unbooked">
  ): Promise<string | null> {
    const { rows } = (await this.db.raw(
      `select id from (${ARRIVED}) as arrived limit 1`,
      order
    )) as { rows: { id: string }[] }
    return rows[0]?.id ?? null
  }

  /** Notes that a payment session of Medusa uses this checkout. */
  async noteSession(id: string, reference: string): Promise<void> {
    await this.db("instalments_checkout_session")
      .insert({ id, reference })
      .onConflict("id")
      .merge(["reference"])
  }
}

/**
 * The payments because of which nothing more may be paid for an order, or for the cart
 * that is becoming it: they have arrived and are not booked, or the service has to confirm
 * them (`isUnconfirmed`). Who marks a held one as resolved has said what became of its
 * money, and an order owes what it owes then. A held one of the cart may become the
 * order's while nothing is booked on it, and while there is no order also a resolved one.
 */
const ARRIVED = `
  (select c.* from ${TABLES.checkout} as c
   where c.order_id = :order_id and c.cart_id is null and c.status = 'successful'
     and (c.outcome = 'open'
          or (c.outcome = 'held' and not ${isResolved(HELD_PAYMENT)}))
     and c.deleted_at is null
   limit 1)
  union all
  (select c.* from ${TABLES.checkout} as c
   where c.cart_id = :source_cart_id and c.status = 'successful'
     and (c.outcome = 'open'
          or (c.outcome = 'held' and :is_unbooked
              and (cast(:order_id as text) is null or not ${isResolved(HELD_PAYMENT)})))
     and c.deleted_at is null
   limit 1)
  union all
  (select * from ${TABLES.checkout}
   where (cart_id = :source_cart_id or (cart_id is null and order_id = :order_id))
     and status = 'cancelled' and poll_requested_at is not null and deleted_at is null
   limit 1)`

/**
 * The statement of `open` and its values. It answers the payment that placed the same
 * cart's order, or one that has arrived (`ARRIVED`), so that the shopper cannot pay
 * twice. Else a checkout of the same payable state that is younger than 20 minutes; else
 * a new row with this id; no row where the cart has come to its ceiling.
 */
function openingStatement(
  state: PayableState,
  { id, now, notify_url }: { id: string; now: Date; notify_url: string | null }
) {
  const values = {
    ...state,
    fingerprint: state.fingerprints[0],
    ...{ id, notify_url },
    opened_at: now,
    // Until its creation is answered, only a callback can change it.
    next_check_at: new Date(now.getTime() + CALLBACKS_OVER_MS),
    reuse_after: new Date(now.getTime() - REUSE_MS),
    created_after: new Date(now.getTime() - CREATION_MS),
    ceiling_after: new Date(now.getTime() - CEILING_MS),
  }
  return { sql: FIND_OR_INSERT, values }
}

// The oldest of the last six unpaid ones of a cart within the hour. What the service
// refused, called invalid or did not answer counts not: an outage must not end a shopper's tries.
const CEILING = `
  select opened_at from ${TABLES.checkout}
  where cart_id = :cart_id
    and coalesce(status, '') not in ('successful', 'invalid_payload')
    and creation in ('sent', 'answered') and opened_at > :ceiling_after and deleted_at is null
  order by opened_at desc offset ${MOST_CHECKOUTS - 1} limit 1`

// Rows of the last query whose creation was sent: another request is creating
// them at this moment.
const FIND_OR_INSERT = `
  with known as (
    select * from (
      (select * from ${TABLES.checkout}
       where cart_id = :cart_id and status = 'successful' and outcome = 'placed'
         and deleted_at is null
       limit 1)
      union all ${ARRIVED}
      union all
      (select * from ${TABLES.checkout}
       where fingerprint = any(cast(:fingerprints as text[])) and outcome = 'open'
         and deleted_at is null and opened_at > :reuse_after
         and ((${PENDING_SQL} and payment_url is not null)
              or (status is null and creation = 'sent'
                  and opened_at > :created_after))
       order by opened_at desc limit 1)
    ) as candidate
    order by array_position(array['successful', 'cancelled'], status) limit 1),
  created as (
    insert into ${TABLES.checkout}
      (id, amount, currency, cart_id, order_id, country_code,
       payment_collection_id, payment_session_id, fingerprint, success_url,
       notify_url, opened_at, next_check_at)
    select :id, :amount, :currency, :cart_id, :order_id, :country_code,
      :payment_collection_id, :payment_session_id, :fingerprint, :success_url,
      :notify_url, :opened_at, :next_check_at
    where not exists (select from known) and not exists (${CEILING})
    returning *),
  opened as (
    select *, false as is_new from known
    union all select *, true from created),
  noted as (
    insert into instalments_checkout_session (id, reference)
    select :payment_session_id, id from opened
    on conflict (id) do update set reference = excluded.reference)
  select * from opened`
