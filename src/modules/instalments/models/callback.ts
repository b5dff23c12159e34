import { model } from "@medusajs/framework/utils"

/**
 * A verified callback, written before it is acknowledged. `digest` makes a duplicate
 * one row, however often it comes.
 */
export const Callback = model
  .define("instalments_callback", {
    /** Our id of the row. */
    id: model.id({ prefix: "instcb" }).primaryKey(),
    /** Keyed, of its JSON without whitespace, so that a duplicate is one row. */
    digest: model.text().unique(),
    /** The checkout it names (`client_reference_id`), when it could be read. */
    reference: model.text().nullable(),
    /** The service's word for the checkout, when it could be read. */
    status: model.text().nullable(),
    /** In how many payments the shopper pays, when it says so. */
    number_of_payments: model.number().nullable(),
    /** The text received, while it is held, 30 days at most; else null. */
    body: model.text().nullable(),
    /** Why it needs a person; null when it does not. */
    held_reason: model.text().nullable(),
    /** How often it came. */
    deliveries: model.number().default(1),
    /** The first delivery, by the plugin's clock. */
    received_at: model.dateTime(),
    /** The last delivery, by the plugin's clock. */
    last_received_at: model.dateTime(),
  })
  .indexes([
    { on: ["reference"] },
    { on: ["last_received_at"] },
    { on: ["created_at"], where: "held_reason IS NOT NULL" },
  ])
