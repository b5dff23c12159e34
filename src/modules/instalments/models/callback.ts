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
    /** The first and the last delivery, by the plugin's clock. */
    received_at: model.dateTime().nullable(),
    last_received_at: model.dateTime().nullable(),
  })
  .indexes([
    { on: ["reference"] },
    { on: ["last_received_at"] },
    { on: ["created_at"], where: "held_reason IS NOT NULL" },
  ])
