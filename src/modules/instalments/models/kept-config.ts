import { model } from "@medusajs/framework/utils"

/**
 * The merchant config last read from the service, one row for all processes, so
 * that no shopper waits for the service. `rules` are the amount bands in cents,
 * as parsed.
 */
export const KeptConfig = model.define("instalments_config", {
  /** Always the same, as there is one row. */
  id: model.text().primaryKey(),
  /** The amount bands in cents, as parsed. */
  rules: model.json(),
  /** When they were read from the service. */
  fetched_at: model.dateTime(),
  /** The amount bands before their last change; null while they never changed. */
  former_rules: model.json().nullable(),
  /** When a reading first showed the change. */
  changed_at: model.dateTime().nullable(),
})
