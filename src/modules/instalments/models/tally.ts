import { model } from "@medusajs/framework/utils"

/**
 * A count of events that are not recorded otherwise, with the last time and
 * reason: the callbacks that could not be verified.
 */
export const Tally = model.define("instalments_tally", {
  /** What is counted. */
  id: model.text().primaryKey(),
  /** How often. */
  count: model.number().default(0),
  /** When last. */
  last_at: model.dateTime(),
  /** Why, the last time. */
  last_reason: model.text(),
})
