import { model } from "@medusajs/framework/utils"

/**
 * What all processes share beside the ledger, one row a key; `ledger/kept-values.ts`
 * names the keys and what each one holds.
 */
export const KeptValue = model.define("instalments_kept_value", {
  /** The key. */
  id: model.text().primaryKey(),
  /** The value; moments are ISO 8601. */
  value: model.json(),
})
