import {
  prepareRetrieveQuery,
  type MedusaRequest,
  type MedusaResponse,
} from "@medusajs/framework/http"
import type { BigNumberInput, MedusaContainer } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  MathBN,
  MedusaError,
} from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { refetchCart } from "@medusajs/medusa/api/store/carts/helpers"
import { defaultStoreCartFields } from "@medusajs/medusa/api/store/carts/query-config"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import {
  list,
  notPaid,
  PROVIDER_ID,
  UNCONFIRMED,
} from "../../modules/instalments/rules"
import type { OurMiddleware } from "../only-ours"
import { askAboutOthers, bringUpToDate } from "./bring-up-to-date"

const waitingCart = z.object({
  completed_at: z.unknown(),
  payment_collection: z
    .object({
      payment_sessions: list(
        z.object({
          id: z.string(),
          provider_id: z.string(),
          status: z.string(),
        })
      ),
    })
    .nullish(),
})

/**
 * Runs before core completes a cart that waits for an instalment payment. It
 * checks the payment, and answers an unpaid cart as core's route does. Core
 * would do both while it holds the cart's lock and its stock. Core handles
 * every other cart.
 */
export const answerUnpaidCart: OurMiddleware = async (
  req,
  res,
  next,
  cart_id
) => {
  const sessionId = await findSession(cart_id, req.scope)
  const error = sessionId && (await whyNotPaid(cart_id, sessionId, req.scope))
  const cart = error && (await readCart(cart_id, req))
  // A cart that now costs nothing needs no payment.
  if (error && cart && MathBN.gt(cart.total, 0)) {
    answerCart(res, cart, error)
    return
  }
  next()
}

/** Answers that a cart did not become an order, and why, as core's route does. */
export function answerCart(
  res: MedusaResponse,
  cart: object,
  { message, name, type, code }: MedusaError
): void {
  res
    .status(200)
    .json({ type: "cart", cart, error: { message, name, type, code } })
}

/** Why a cart must not be paid in another way: its instalment payment has arrived. */
export const alreadyPaid = () =>
  new MedusaError(
    MedusaError.Types.PAYMENT_REQUIRES_MORE_ERROR,
    "This cart is paid already, so do not pay again. Its order is placed by itself, or the shop looks after the money.",
    "instalments_already_paid"
  )

/**
 * The payment session that core would use for the cart, when it is a pending
 * one of instalments; null when core must answer for this cart.
 */
async function findSession(
  id: string,
  scope: MedusaContainer
): Promise<string | null> {
  const query = scope.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "cart",
    fields: [
      "completed_at",
      "payment_collection.payment_sessions.id",
      "payment_collection.payment_sessions.provider_id",
      "payment_collection.payment_sessions.status",
    ],
    filters: { id },
  })
  const cart = data[0] ? waitingCart.parse(data[0]) : null
  const sessions = cart?.payment_collection?.payment_sessions ?? []
  const isOurs = sessions.every(
    ({ provider_id, status }) =>
      provider_id === PROVIDER_ID && status === "pending"
  )
  return (isOurs && !cart?.completed_at && sessions[0]?.id) || null
}

async function whyNotPaid(
  cartId: string,
  sessionId: string,
  scope: MedusaContainer
): Promise<MedusaError | null> {
  const ledger = scope.resolve(INSTALMENTS_MODULE)
  const [session] = await ledger.listCheckoutSessions({ id: sessionId })
  const [checkout] = session
    ? await ledger.listCheckouts({ id: session.reference })
    : []
  const current = checkout && (await bringUpToDate(scope, checkout))
  const unpaid = notPaid(current)
  if (!unpaid) {
    return null
  }
  // Another checkout of the same cart was paid, or may be: do not send the shopper to
  // this one.
  let known = await ledger.opening.knownPayment(cartId)
  const others = { cart_id: cartId, order_id: null, id: current?.id }
  if (!known && (await askAboutOthers(scope, others, { isPolled: true }))) {
    known = await ledger.opening.knownPayment(cartId)
  }
  if (known && known.outcome !== "unconfirmed") {
    return alreadyPaid()
  }
  const { type, message, code } = known ? UNCONFIRMED : unpaid
  return new MedusaError(type, message, code)
}

/** The cart, with the fields that core's route answers. */
export async function readCart(
  id: string,
  req: MedusaRequest
): Promise<{ total: BigNumberInput }> {
  const { remoteQueryConfig } = await prepareRetrieveQuery(
    {},
    { defaults: defaultStoreCartFields },
    req
  )
  return refetchCart(id, req.scope, remoteQueryConfig.fields)
}
