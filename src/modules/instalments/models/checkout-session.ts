import { model } from "@medusajs/framework/utils"

/**
 * Every payment session a checkout ever had. Medusa deletes and re-creates
 * sessions freely; a shopper may come back with the id of any of them.
 */
export const CheckoutSession = model.define("instalments_checkout_session", {
  /** Medusa's id of the payment session. */
  id: model.text().primaryKey(),
  /** The checkout it belongs to. */
  reference: model.text().index(),
})
