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
  time: { now: Date; firstLookAfter: number }
): Promise<{ checkout: CheckoutRow; isNew: boolean }> {
  return db.transaction(async (trx) => {
    await trx.raw("select pg_advisory_xact_lock(hashtextextended(?, 0))", [
      state.fingerprint,
    ])
    const known = (await paid(trx, state)) ?? (await same(trx, state, time.now))
    const checkout = known ?? (await insert(trx, state, time))
    await trx("instalments_checkout_session")
      .insert({ id: state.payment_session_id, reference: checkout.id })
      .onConflict("id")
      .merge(["reference"])
    return { checkout, isNew: !known }
  })
}

function paid(trx: Knex, { cart_id, amount, currency }: PayableState) {
  return trx<CheckoutRow>(TABLES.checkout)
    .where({ cart_id, amount, currency, status: "successful", outcome: "open" })
    .whereNull("deleted_at")
    .first()
}

function same(trx: Knex, { fingerprint }: PayableState, now: Date) {
  const since = (ms: number) => new Date(now.getTime() - ms)
  return trx<CheckoutRow>(TABLES.checkout)
    .where({ fingerprint, outcome: "open" })
    .whereNull("deleted_at")
    .where("opened_at", ">", since(REUSE_MS))
    .where((row) =>
      row
        .where({ status: "received" })
        // Being created by another request at this moment.
        .orWhere((other) =>
          other
            .whereNull("status")
            .whereNull("last_error")
            .where("opened_at", ">", since(CREATION_MS))
        )
    )
    .orderBy("opened_at", "desc")
    .first()
}

async function insert(
  trx: Knex,
  state: PayableState,
  time: { now: Date; firstLookAfter: number }
) {
  const [row] = await trx<CheckoutRow>(TABLES.checkout)
    .insert({
      ...state,
      id: `inst_${randomUUID().replaceAll("-", "")}`,
      opened_at: time.now,
      look_after: new Date(time.now.getTime() + time.firstLookAfter),
    })
    .returning("*")
  if (!row) {
    throw new Error("The ledger wrote no row")
  }
  return row
}
