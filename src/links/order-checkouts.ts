import OrderModule from "@medusajs/medusa/order"
import { defineLink } from "@medusajs/framework/utils"
import InstalmentsModule from "../modules/instalments"

/**
 * `order.instalments_checkouts`: the checkout of the purchase, and the
 * checkouts of what the order owed later.
 */
export default defineLink(
  { linkable: OrderModule.linkable.order, field: "id" },
  {
    ...InstalmentsModule.linkable.instalmentsCheckout.id,
    primaryKey: "order_id",
  },
  { readOnly: true, isList: true }
)
