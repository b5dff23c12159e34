import { model } from "@medusajs/framework/utils"

/**
 * When the service took each key of a list, or signed with it: so the set-up page
 * can say which is in use and when an old one can go. It has no part of a key,
 * only 24 bits of a digest, which many keys share.
 */
export const KeyUse = model.define("instalments_key_use", {
  /** The option and the key's digest, like `signingSecret:3f2a91`. */
  id: model.text().primaryKey(),
  /** When the service first took it, or a callback that it signed was first verified. */
  first_taken_at: model.dateTime().nullable(),
  /** When it did last, to the minute. */
  taken_at: model.dateTime().nullable(),
  /** When the service last refused it, to the minute. */
  refused_at: model.dateTime().nullable(),
})
