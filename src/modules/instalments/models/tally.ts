import { model } from "@medusajs/framework/utils"

/**
 * A count of what leaves no other trace, with the last time and reason: the
 * callbacks that could not be verified (law 3 of the design).
 */
export const Tally = model.define("instalments_tally", {
  id: model.text().primaryKey(),
  count: model.number().default(0),
  last_at: model.dateTime(),
  last_reason: model.text(),
})
