import { model } from "@medusajs/framework/utils"

/**
 * A refund of the service's list that no refund request matched when it was
 * seen. The service's support made it, or another system on the same account,
 * or it is one of ours whose answer was lost. The list names no checkout, so
 * the amount alone never makes it ours.
 */
export const UnmatchedRefund = model.define("instalments_unmatched_refund", {
  /** The service's id of the refund. */
  id: model.text().primaryKey(),
  /** In cents. */
  amount: model.number().index(),
  /** ISO 4217, upper case. */
  currency: model.text(),
  /** The service's word when it was seen last. */
  status: model.text(),
  /** When the service says that it was made, as it wrote it. */
  made_at: model.text(),
  /** Counts up: which was seen before another one, whatever the clocks say. */
  seen_number: model.autoincrement(),
  /** When it was seen first, by the plugin's clock. */
  seen_at: model.dateTime().index(),
})
