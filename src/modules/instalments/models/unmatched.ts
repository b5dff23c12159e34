import { model } from "@medusajs/framework/utils"

/**
 * A paid checkout of the service's list that no row has: of another system on
 * the same account, most often. It is listed for the merchant and never taken
 * for ours by amount and time. `id` is the service's, `amount` integer cents.
 */
export const Unmatched = model.define("instalments_unmatched", {
  id: model.text().primaryKey(),
  amount: model.number(),
  currency: model.text(),
  /** When it was created, by the service's clock, and first seen, by ours. */
  opened_at: model.dateTime().index(),
  seen_at: model.dateTime(),
})
