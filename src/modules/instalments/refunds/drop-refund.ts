import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { TABLES } from "../ledger/rows"

/**
 * Keeps that Medusa was told of a refusal at once and drops its refund. What
 * the refund request was to take the place of is open again.
 */
export async function dropRefund(
  db: Knex,
  id: string,
  at: Date
): Promise<void> {
  await db.transaction(async (trx) => {
    const requests = () => trx(TABLES.refundRequest)
    const [dropped] = await requests()
      .where({ id })
      .update({ dropped_at: at })
      .returning("reference")
    await requests()
      .where({ reference: dropped.reference, replaced_by: id })
      .update({ replaced_by: null })
  })
}
