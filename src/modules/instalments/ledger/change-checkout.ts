import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { TABLES, type CheckoutRow } from "./rows"

/** What is written to the row of a checkout. Amounts are integer cents. */
export type CheckoutChange = Pick<CheckoutRow, "id"> & Partial<CheckoutRow>

/**
 * Writes to one checkout in one statement, which commits by itself, and answers
 * the row as it is then. The generated update takes four round trips for it,
 * and a shopper waits for each.
 *
 * @throws Error when the ledger has no such checkout.
 */
export async function changeCheckout(
  db: Knex,
  { id, ...change }: CheckoutChange
): Promise<CheckoutRow> {
  const [row] = await db<CheckoutRow>(TABLES.checkout)
    .where({ id })
    .whereNull("deleted_at")
    .update({ ...change, updated_at: db.fn.now() })
    .returning("*")
  if (!row) {
    throw new Error(`Checkout ${id} is not in the ledger`)
  }
  return row
}
