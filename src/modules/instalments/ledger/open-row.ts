import { randomUUID } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { TABLES, type CheckoutRow } from "./rows"

/** A payable state of a cart, before its checkout exists. `amount` is cents. */
export type PayableState = Pick<
  CheckoutRow,
  | "amount"
  | "currency"
  | "cart_id"
  | "country_code"
  | "payment_collection_id"
  | "payment_session_id"
  | "fingerprint"
  | "success_url"
>

/** For so long the same payable state gets the same checkout. */
const REUSE_MS = 20 * 60_000
/** A creation that takes longer than this was lost. */
const CREATION_MS = 15_000

/**
 * The row of a payable state, and whether it is to be created at the service:
 * a paid checkout of the same cart and amount that has no order yet, else one
 * of the same payable state that is younger than 20 minutes, else a new row. A
 * lock on the payable state makes two tabs at once share one row.
 */
export async function openRow(
  db: Knex,
  state: PayableState,
  { now, firstLookAfter }: { now: Date; firstLookAfter: number }
): Promise<{ checkout: CheckoutRow; isNew: boolean }> {
  const values = {
    ...state,
    id: `inst_${randomUUID().replaceAll("-", "")}`,
    opened_at: now,
    look_after: new Date(now.getTime() + firstLookAfter),
    reuse_after: new Date(now.getTime() - REUSE_MS),
    created_after: new Date(now.getTime() - CREATION_MS),
  }
  return db.transaction(async (trx) => {
    // A statement of its own: what follows must see what the other tab wrote.
    await trx.raw("select pg_advisory_xact_lock(hashtextextended(?, 0))", [
      state.fingerprint,
    ])
    const { rows } = (await trx.raw(FIND_OR_INSERT, values)) as {
      rows: (CheckoutRow & { is_new: boolean })[]
    }
    if (!rows[0]) {
      throw new Error("The ledger wrote no row")
    }
    const { is_new: isNew, ...checkout } = rows[0]
    return { checkout, isNew }
  })
}

// The second look-up's rows without a status are being created at this moment
// by another request.
const FIND_OR_INSERT = `
  with known as (
    select * from (
      (select * from ${TABLES.checkout}
       where cart_id = :cart_id and amount = :amount and currency = :currency
         and status = 'successful' and outcome = 'open' and deleted_at is null
       limit 1)
      union all
      (select * from ${TABLES.checkout}
       where fingerprint = :fingerprint and outcome = 'open'
         and deleted_at is null and opened_at > :reuse_after
         and (status = 'received' or (status is null and last_error is null
              and opened_at > :created_after))
       order by opened_at desc limit 1)
    ) as candidate
    order by status is not distinct from 'successful' desc limit 1),
  created as (
    insert into ${TABLES.checkout}
      (id, amount, currency, cart_id, country_code, payment_collection_id,
       payment_session_id, fingerprint, success_url, opened_at, look_after)
    select :id, :amount, :currency, :cart_id, :country_code,
      :payment_collection_id, :payment_session_id, :fingerprint, :success_url,
      :opened_at, :look_after
    where not exists (select from known)
    returning *),
  opened as (
    select *, false as is_new from known
    union all select *, true from created),
  noted as (
    insert into instalments_checkout_session (id, reference)
    select :payment_session_id, id from opened
    on conflict (id) do update set reference = excluded.reference)
  select * from opened`
