import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { TABLES, type CheckoutRow, type RefundRequestRow } from "../ledger/rows"
import { countRefundRequest } from "../telemetry/counting"
import { refundRowId, type RefundAsked } from "./file-refund"

/**
 * Writes a refund that could not be filed into the ledger, as `refused`. Core
 * books the refund of an order that is cancelled whatever came of it; this row
 * is how that is found and taken out of Medusa's books again.
 */
export async function recordRefusal(
  db: Knex,
  asked: RefundAsked,
  { last_error, at }: { last_error: string; at: Date }
): Promise<void> {
  const checkout = await db<CheckoutRow>(TABLES.checkout)
    .where({ id: asked.reference })
    .first("checkout_id", "currency")
  if (!checkout) {
    return
  }
  const [row] = await db<RefundRequestRow>(TABLES.refundRequest)
    .insert({
      ...asked,
      ...checkout,
      id: refundRowId(),
      status: "refused",
      asked_at: at,
      send_after: at,
      finished_at: at,
      dropped_at: at,
      last_error,
    })
    .returning("*")
  countRefundRequest(null, row as RefundRequestRow)
}
