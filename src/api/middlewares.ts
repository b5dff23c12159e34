import { defineMiddlewares } from "@medusajs/framework/http"
import { oneChangeAtATime, ORDER_ROUTES } from "./admin/one-change-at-a-time"
import {
  askBeforeMarking,
  MARK_AS_PAID,
  refuseWhenArrived,
} from "./admin/mark-as-paid"
import { adminInstalmentsMiddlewares } from "./admin/instalments/middlewares"
import { readRawBody } from "./hooks/instalments/read-raw-body"
import { answerUnpaidCart } from "./store/answer-unpaid-cart"
import { keepOtherPayment } from "./store/keep-other-payment"
import { markPayingCart } from "./store/mark-paying-cart"
import { refreshCollection } from "./store/refresh-collection"
import { settleKnownPayment } from "./store/settle-known-payment"

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
      middlewares: [answerUnpaidCart, settleKnownPayment, markPayingCart],
    },
    {
      matcher: "/store/payment-collections/:id/payment-sessions",
      method: ["POST"],
      middlewares: [keepOtherPayment, refreshCollection],
    },
    {
      matcher: "/admin/payment-collections/:id/payment-sessions",
      method: ["POST"],
      middlewares: [keepOtherPayment, refreshCollection],
    },
    {
      matcher: MARK_AS_PAID,
      method: ["POST"],
      middlewares: [askBeforeMarking, oneChangeAtATime, refuseWhenArrived],
    },
    ...ORDER_ROUTES.map((matcher) => ({
      matcher,
      method: ["POST" as const, "DELETE" as const],
      middlewares: [oneChangeAtATime],
    })),
  ],
})
