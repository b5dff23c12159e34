import { model } from "@medusajs/framework/utils"

/**
 * Who dealt with something that needed a person, when and how. What needs a
 * person is read from the ledger. `key` names the cause, and `opened_at` says
 * which occurrence of it, so that a cause that comes up again is open again.
 */
export const Resolution = model
  .define("instalments_resolution", {
    /** Our id of the row. */
    id: model.id({ prefix: "instres" }).primaryKey(),
    /** Names the cause. */
    key: model.text(),
    /** What kind of cause it is. */
    kind: model.text(),
    /** What it was, in words. */
    title: model.text(),
    /** The checkout that it concerned, if one. */
    reference: model.text().nullable(),
    /** When it came up: the same cause may come up again. */
    opened_at: model.dateTime(),
    /** How often a counted cause had happened in all by then. */
    count: model.number().default(1),
    /** How it was dealt with. */
    action: model.text(),
    /** What the person wrote, as `keptText` cuts it; null once erased. */
    note: model.text().nullable(),
    /** Medusa's id of the person. */
    resolved_by: model.text(),
    /** When. */
    resolved_at: model.dateTime(),
  })
  .indexes([
    { on: ["key", "opened_at"], unique: true },
    { on: ["resolved_at"] },
  ])
