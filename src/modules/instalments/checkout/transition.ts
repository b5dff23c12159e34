import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { withDeed } from "../ledger/deeds"
import { TABLES, type CheckoutRow } from "../ledger/rows"
import { STATE_SQL, TRANSITIONS, type CheckoutEvent } from "./state"

/** What is written: amounts are integer cents. */
export type Change = { [K in keyof CheckoutRow]?: CheckoutRow[K] | Knex.Raw }
/** What must still be true of the row, besides its state. */
export type Narrow = (row: Knex.QueryBuilder) => Knex.QueryBuilder

/**
 * Writes what has happened to a checkout: one statement that names the states it may
 * leave (`TRANSITIONS`), so what another process has written in between is never
 * overwritten. Answers the row as it is then; null when it was in no such state, or
 * `only` was not true of it any more.
 */
export async function changed(
  db: Knex,
  event: CheckoutEvent,
  id: string,
  change: Change,
  only?: Narrow
): Promise<CheckoutRow | null> {
  return withDeed(db, async (trx) => {
    const rows = await changing(trx, event, id, change, only)
    return (rows as CheckoutRow[])[0] ?? null
  })
}

/** The same as a statement, for one that does more. */
export function changing(
  db: Knex,
  event: CheckoutEvent,
  id: string,
  change: Change,
  only: Narrow = (row) => row
): Knex.QueryBuilder {
  const { from } = TRANSITIONS[event]
  return only(rowOf(db, id).whereRaw(`${STATE_SQL} = any(?)`, [[...from]]))
    .update({ ...change, updated_at: db.fn.now() })
    .returning("*")
}

/** A checkout's row, in whatever state. */
export function rowOf(db: Knex, id: string) {
  return db<CheckoutRow>(TABLES.checkout).where({ id }).whereNull("deleted_at")
}
