import { model } from "@medusajs/framework/utils"

/**
 * A lock that one process holds, one row for each: `id` says what is locked
 * (`cart:<id>`), `holder` is the run that holds it, and it is valid until
 * `ends_at`, by the database's clock. See `ledger/lease.ts`.
 */
export const Lease = model.define("instalments_lease", {
  /** What is locked, such as `cart:<id>`. */
  id: model.text().primaryKey(),
  /** Which run of it holds the row. */
  holder: model.text(),
  /** Until when it is valid, by the database's clock. */
  ends_at: model.dateTime(),
})
