import { defineMiddlewares } from "@medusajs/framework/http"
import { oneRefundAtATime } from "./admin/one-refund-at-a-time"
import { adminInstalmentsMiddlewares } from "./admin/instalments/middlewares"
import { readRawBody } from "./hooks/instalments/read-raw-body"
import { markPayingCart } from "./store/mark-paying-cart"

export default defineMiddlewares({
  routes: [
    ...adminInstalmentsMiddlewares,
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
    {
      matcher: "/admin/payments/:id/refund",
      method: ["POST"],
      middlewares: [oneRefundAtATime],
    },
  ],
})
