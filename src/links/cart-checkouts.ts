import CartModule from "@medusajs/medusa/cart"
import { defineLink } from "@medusajs/framework/utils"
import InstalmentsModule from "../modules/instalments"

/** `cart.instalments_checkouts`: one for each payable state a cart had. */
export default defineLink(
  { linkable: CartModule.linkable.cart, field: "id" },
  {
    ...InstalmentsModule.linkable.instalmentsCheckout.id,
    primaryKey: "cart_id",
  },
  { readOnly: true, isList: true }
)
