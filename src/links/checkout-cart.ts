import CartModule from "@medusajs/medusa/cart"
import { defineLink } from "@medusajs/framework/utils"
import InstalmentsModule from "../modules/instalments"

/** `instalments_checkout.cart`: the cart that a checkout pays for. */
export default defineLink(
  {
    linkable: InstalmentsModule.linkable.instalmentsCheckout,
    field: "cart_id",
  },
  CartModule.linkable.cart,
  { readOnly: true }
)
