import PaymentModule from "@medusajs/medusa/payment"
import { defineLink } from "@medusajs/framework/utils"
import InstalmentsModule from "../modules/instalments"

/** `payment.instalments_refund_requests`: what was asked back of a payment. */
export default defineLink(
  { linkable: PaymentModule.linkable.payment, field: "id" },
  {
    ...InstalmentsModule.linkable.instalmentsRefundRequest.id,
    primaryKey: "payment_id",
  },
  { readOnly: true, isList: true }
)
