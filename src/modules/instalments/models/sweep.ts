import { model } from "@medusajs/framework/utils"

/**
 * How far a list of the service has been read, so that the reading continues
 * after a restart: the next page, and the moment before which nothing is
 * needed.
 */
export const Sweep = model.define("instalments_sweep", {
  /** Which list it is. */
  id: model.text().primaryKey(),
  /** The page to read next. */
  page_number: model.number(),
  /** How many entries a page has. */
  page_items: model.number(),
  /** When the reading began. */
  begun_at: model.dateTime(),
  /** Checkouts: nothing older matters. Refunds: when the last reading ended. */
  back_to: model.dateTime(),
  /** What was found so far and may be needed at the end. */
  seen: model.json().nullable(),
})
