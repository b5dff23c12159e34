import { model } from "@medusajs/framework/utils"

/**
 * What one process does while no other may, one row for as long as it does:
 * `id` says what (`cart:<id>`), `holder` is one run of it, and the row counts
 * until `ends_at`, by the database's clock. See `ledger/lease.ts`.
 */
export const Lease = model.define("instalments_lease", {
  /** What is done, such as `cart:<id>`. */
  id: model.text().primaryKey(),
  /** Which run of it holds the row. */
  holder: model.text(),
  /** Until when the row counts, by the database's clock. */
  ends_at: model.dateTime(),
})
