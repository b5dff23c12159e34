import { model } from "@medusajs/framework/utils"

/**
 * How far a list of the service has been read, so that a restart goes on there:
 * the next page, and the moment before which nothing more is looked for.
 */
export const Sweep = model.define("instalments_sweep", {
  id: model.text().primaryKey(),
  page_number: model.number(),
  page_items: model.number(),
  begun_at: model.dateTime(),
  back_to: model.dateTime(),
  /** What was met on the way and may matter at the end; see `refunds/`. */
  seen: model.json().nullable(),
})
