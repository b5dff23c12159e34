import { model } from "@medusajs/framework/utils"

/**
 * Who dealt with something that needed a person, when and how. What needs one
 * is read from the ledger; `key` names the cause and `opened_at` which time it
 * came up, so that the same cause coming up again is open again.
 */
export const Resolution = model
  .define("instalments_resolution", {
    id: model.id({ prefix: "instres" }).primaryKey(),
    key: model.text(),
    kind: model.text(),
    title: model.text(),
    reference: model.text().nullable(),
    opened_at: model.dateTime(),
    /** How often a counted cause had happened in all by then. */
    count: model.number().default(1),
    action: model.text(),
    note: model.text().nullable(),
    resolved_by: model.text(),
    resolved_at: model.dateTime(),
  })
  .indexes([
    { on: ["key", "opened_at"], unique: true },
    { on: ["resolved_at"] },
  ])
