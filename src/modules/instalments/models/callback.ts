import { model } from "@medusajs/framework/utils"

/**
 * A verified callback, written before it is acknowledged. `digest` (SHA-256 of
 * the bytes received) makes a duplicate one row, however often it comes.
 * `body` is null unless the callback was signed but not understood.
 */
export const Callback = model
  .define("instalments_callback", {
    id: model.id({ prefix: "instcb" }).primaryKey(),
    digest: model.text().unique(),
    reference: model.text().nullable(),
    status: model.text().nullable(),
    number_of_payments: model.number().nullable(),
    body: model.text().nullable(),
    held_reason: model.text().nullable(),
    deliveries: model.number().default(1),
  })
  .indexes([{ on: ["reference"] }])
