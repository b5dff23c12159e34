import { defineMiddlewares } from "@medusajs/framework/http"
import { readRawBody } from "./hooks/instalments/read-raw-body"
import { markPayingCart } from "./store/mark-paying-cart"

export default defineMiddlewares({
  routes: [
    {
      matcher: "/hooks/instalments",
      method: ["POST"],
      bodyParser: false,
      middlewares: [readRawBody],
    },
    {
      matcher: "/store/carts/:id/complete",
      method: ["POST"],
      middlewares: [markPayingCart],
    },
  ],
})
