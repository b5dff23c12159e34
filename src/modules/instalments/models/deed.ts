import { model } from "@medusajs/framework/utils"

/**
 * What a person, or a program with an API key, did by a route of the admin. It is written
 * in the same transaction as what was done; nobody changes it.
 */
export const Deed = model
  .define("instalments_deed", {
    /** Our id of the row: one for each request that acts. */
    id: model.id({ prefix: "instdeed" }).primaryKey(),
    /** Medusa's id of who asked for it. */
    actor_id: model.text(),
    /** What that is: `user`, or `api-key`. */
    actor_type: model.text(),
    /** What was done; see `DeedAction`. */
    action: model.text(),
    /** To what, as the route's address names it; null where it names nothing. */
    subject: model.text().nullable(),
    /** When it was asked for, by the plugin's clock. */
    done_at: model.dateTime(),
  })
  .indexes([{ on: ["subject"] }])
