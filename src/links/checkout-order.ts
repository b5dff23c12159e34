import OrderModule from "@medusajs/medusa/order"
import { defineLink } from "@medusajs/framework/utils"
import InstalmentsModule from "../modules/instalments"

/** `instalments_checkout.order`: the order that a checkout has paid. */
export default defineLink(
  {
    linkable: InstalmentsModule.linkable.instalmentsCheckout,
    field: "order_id",
  },
  OrderModule.linkable.order,
  { readOnly: true }
)
