import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { TABLES, type CheckoutRow, type RefundRequestRow } from "../ledger/rows"
import { countRefundRequest } from "../telemetry/metrics"
import type { Booked } from "./booking"
import {
  BOOKS_MS,
  centsOf,
  type MedusaRefund,
  type RefundAsked,
} from "./filing"
import { RefundStore } from "./store"

/**
 * Writes a refund that could not be filed into the ledger, as `refused`. Core
 * books the refund of an order that is cancelled whatever came of it; this row
 * is how that is found (or known: `booked`) and taken out of Medusa's books again.
 * Its amount is the one that would have been filed, as it is returned by that later.
 */
export async function recordRefusal(
  db: Knex,
  asked: Omit<RefundAsked, "amount">,
  {
    last_error,
    at,
    medusa,
    booked,
  }: {
    last_error: string
    at: Date
    medusa: MedusaRefund
    booked: Booked | null
  }
): Promise<void> {
  const checkout = await db<CheckoutRow>(TABLES.checkout)
    .where({ id: asked.reference })
    .first("checkout_id", "currency")
  if (!checkout) {
    return
  }
  const rows = await db<RefundRequestRow>(TABLES.refundRequest)
    .where({ reference: asked.reference })
    .whereNull("deleted_at")
  const amount = centsOf(medusa, rows, checkout.currency)
  // Half a cent or less, left by tax in a payment that is back: nobody misses it.
  if (amount <= 0) {
    return
  }
  const row = await new RefundStore(db).file({
    ...asked,
    ...checkout,
    amount,
    status: "refused",
    asked_at: at,
    send_after: at,
    finished_at: at,
    dropped_at: at,
    booking: medusa.booking,
    booked,
    books_after: new Date(at.getTime() + BOOKS_MS),
    last_error,
  })
  countRefundRequest(null, row)
}
