import PaymentModule from "@medusajs/medusa/payment"
import { defineLink } from "@medusajs/framework/utils"
import InstalmentsModule from "../modules/instalments"

/** `payment_collection.instalments_checkouts`: also those left unpaid. */
export default defineLink(
  { linkable: PaymentModule.linkable.paymentCollection, field: "id" },
  {
    ...InstalmentsModule.linkable.instalmentsCheckout.id,
    primaryKey: "payment_collection_id",
  },
  { readOnly: true, isList: true }
)
