import OrderModule from "@medusajs/medusa/order"
import { defineLink } from "@medusajs/framework/utils"
import InstalmentsModule from "../modules/instalments"

/** `order.instalments_checkout`: the checkout that paid an order. */
export default defineLink(
  { linkable: OrderModule.linkable.order, field: "id" },
  {
    ...InstalmentsModule.linkable.instalmentsCheckout.id,
    primaryKey: "order_id",
  },
  { readOnly: true }
)
