import { defineMiddlewares, type MedusaRequest } from "@medusajs/framework/http"
import { notAvailable, PROVIDER_ID } from "../modules/instalments/rules"
import { isOurCart, isOurOrder } from "../workflows/ours"
import {
  oneChangeAtATime,
  ORDER_ROUTES,
  orderOf,
} from "./admin/one-change-at-a-time"
import {
  askBeforeMarking,
  MARK_AS_PAID,
  refuseOurProvider,
  refuseWhenArrived,
} from "./admin/mark-as-paid"
import { adminInstalmentsMiddlewares } from "./admin/instalments/middlewares"
import { readRawBody } from "./hooks/instalments/read-raw-body"
import { about, needLedger, onlyOurs } from "./only-ours"
import { answerUnpaidCart } from "./store/answer-unpaid-cart"
import { keepOtherPayment } from "./store/keep-other-payment"
import { markPayingCart } from "./store/mark-paying-cart"
import { refreshCollection } from "./store/refresh-collection"
import { settleKnownPayment } from "./store/settle-known-payment"

const ofCart = about(async ({ params, scope }) => {
  const id = String(params.id)
  return (await isOurCart(id, scope)) ? id : null
})
const ofOrder = about(async (req) => {
  const id = await orderOf(req)
  return id && (await isOurOrder(id, req.scope)) ? id : null
})
/** A payment collection for which instalments are chosen now. */
const ofChoice = about(async ({ body, params }: MedusaRequest) => {
  const { provider_id } = (body ?? {}) as { provider_id?: unknown }
  return provider_id === PROVIDER_ID ? String(params.id) : null
})

const chooses = [
  onlyOurs(ofChoice, keepOtherPayment, { closed: notAvailable().message }),
  onlyOurs(ofChoice, refreshCollection),
]
const changesOrder = onlyOurs(ofOrder, oneChangeAtATime)

export default defineMiddlewares({
  routes: [
    ...adminInstalmentsMiddlewares,
    {
      matcher: "/hooks/instalments",
      method: ["POST"],
      bodyParser: false,
      middlewares: [readRawBody],
    },
    ...["/admin/instalments/*", "/store/instalments/payment-sessions/*"].map(
      (matcher) => ({ matcher, middlewares: [needLedger] })
    ),
    {
      matcher: "/store/carts/:id/complete",
      method: ["POST"],
      middlewares: [
        onlyOurs(ofCart, answerUnpaidCart),
        onlyOurs(ofCart, settleKnownPayment, {
          closed:
            "Whether this cart is paid in instalments cannot be looked up right now. If you have paid, do not pay again: the order is placed by itself. Else try again in a minute.",
        }),
        onlyOurs(ofCart, markPayingCart),
      ],
    },
    {
      matcher: "/store/payment-collections/:id/payment-sessions",
      method: ["POST"],
      middlewares: chooses,
    },
    {
      matcher: "/admin/payment-collections/:id/payment-sessions",
      method: ["POST"],
      middlewares: chooses,
    },
    {
      matcher: MARK_AS_PAID,
      method: ["POST"],
      middlewares: [
        refuseOurProvider,
        onlyOurs(ofOrder, askBeforeMarking),
        changesOrder,
        onlyOurs(ofOrder, refuseWhenArrived, {
          closed:
            "Whether an instalment payment of this order has arrived cannot be looked up right now. It was not marked as paid; try again in a minute.",
        }),
      ],
    },
    ...ORDER_ROUTES.map((matcher) => ({
      matcher,
      method: ["POST" as const, "DELETE" as const],
      middlewares: [changesOrder],
    })),
  ],
})
