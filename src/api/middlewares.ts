import { defineMiddlewares } from "@medusajs/framework/http"
import { markPayingCart } from "./store/mark-paying-cart"

export default defineMiddlewares({
  routes: [
    {
      matcher: "/hooks/instalments",
      method: ["POST"],
      // The signature is over the bytes received, so these are kept.
      bodyParser: { preserveRawBody: true, sizeLimit: "64kb" },
    },
    {
      matcher: "/store/carts/:id/complete",
      method: ["POST"],
      middlewares: [markPayingCart],
    },
  ],
})
