import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { TABLES, type RefundRequestRow } from "../ledger/rows"

/**
 * Keeps that Medusa was told of a refusal at once and drops its refund. What
 * the refund request was to take the place of is open again.
 */
export async function dropRefund(
  db: Knex,
  { id, reference }: Pick<RefundRequestRow, "id" | "reference">,
  at: Date
): Promise<void> {
  await db.transaction(async (trx) => {
    await trx(TABLES.refundRequest).where({ id }).update({ dropped_at: at })
    await trx(TABLES.refundRequest)
      .where({ reference, replaced_by: id })
      .update({ replaced_by: null })
  })
}
