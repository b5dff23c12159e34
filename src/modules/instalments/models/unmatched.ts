import { model } from "@medusajs/framework/utils"

/**
 * A paid checkout of the service's list that no row matches. Most often it
 * belongs to another system on the same account. It is listed for the merchant;
 * amount and time never make it ours.
 */
export const Unmatched = model.define("instalments_unmatched", {
  /** The service's id of the checkout. */
  id: model.text().primaryKey(),
  /** In cents. */
  amount: model.number(),
  /** ISO 4217, upper case. */
  currency: model.text(),
  /** When it was created, by the service's clock. */
  opened_at: model.dateTime().index(),
  /** When it was seen first, by the plugin's clock. */
  seen_at: model.dateTime(),
})
