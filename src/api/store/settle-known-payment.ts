import type { RemoteQueryFunction } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  MedusaError,
} from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import { log, messageOf } from "../../modules/instalments/log"
import { list, PROVIDER_ID } from "../../modules/instalments/rules"
import { settleCheckoutWorkflow } from "../../workflows/settle"
import { takenOtherwise } from "../../workflows/settle/booked-payment"
import {
  orderIdOf,
  readPlacedOrder,
} from "../../workflows/settle/read-placed-order"
import type { OurMiddleware } from "../only-ours"
import { alreadyPaid, answerCart, readCart } from "./answer-unpaid-cart"
import { placedOrder } from "./instalments/payment-sessions/[id]/what-counts"

/**
 * Runs before core completes a cart whose instalment payment is known and not settled
 * yet, and settles it first: core would complete the cart by another way to pay that the
 * shopper has chosen since, and he would be charged twice. When core was killed in the
 * middle, it answers the order without a payment that it left, or one that is gone, and
 * settling takes that order back. Then core answers, with the order when there is one: a
 * cart whose money another provider has taken, or whose payment went back, it completes.
 * One that could not be settled now, and whose shopper has chosen another way to pay, is
 * answered as paid already.
 *
 * @throws MedusaError (conflict) while an order of a killed completion is still
 * unfinished. Medusa answers 409 with words of its own, as for a cart that another
 * request completes.
 */
export const settleKnownPayment: OurMiddleware = async (
  req,
  res,
  next,
  cart_id
) => {
  const { scope } = req
  const ledger = scope.resolve(INSTALMENTS_MODULE)
  const query = scope.resolve(ContainerRegistrationKeys.QUERY)
  const unsettled = { cart_id, status: "successful", outcome: "open" as const }
  const paid = await ledger.listCheckouts(unsettled)
  for (const checkout of paid) {
    const input = { reference: checkout.id }
    await settleCheckoutWorkflow(scope)
      .run({ input })
      .catch((error: unknown) =>
        log(scope).info(
          `Cart ${cart_id} is completed before its payment was settled: ${messageOf(error)}`,
          checkout
        )
      )
  }
  if (paid[0] && (await isUnfinished(paid[0]))) {
    throw new MedusaError(
      MedusaError.Types.CONFLICT,
      `Cart ${cart_id} is paid, and its order is not finished yet; ask again.`,
      "instalments_busy"
    )
  }
  // It could not be settled, and is tried again: core would sell the cart otherwise.
  if (paid[0] && (await wouldPayOtherwise(cart_id, query))) {
    const [still] = await ledger.listCheckouts(unsettled)
    if (still) {
      return answerCart(res, await readCart(cart_id, req), alreadyPaid())
    }
  }
  next()

  async function isUnfinished(checkout: (typeof paid)[number]) {
    const order = await readPlacedOrder(checkout, scope)
    return order
      ? order.reference === null && !(await placedOrder(scope, cart_id))
      : // A link whose order is gone, which core would answer.
        (await orderIdOf(checkout, query)) !== null
  }
}

const sellableCart = z.object({
  completed_at: z.unknown(),
  payment_collection: z
    .object({
      id: z.string(),
      captured_amount: z.unknown(),
      payment_sessions: list(z.object({ provider_id: z.string() })),
    })
    .nullish(),
})

/**
 * Whether core would complete the cart by a way to pay that is not ours and has no money
 * yet: an order that is paid so already is core's to place.
 */
async function wouldPayOtherwise(
  id: string,
  query: Omit<RemoteQueryFunction, symbol>
): Promise<boolean> {
  const { data } = await query.graph({
    entity: "cart",
    fields: [
      "completed_at",
      "payment_collection.id",
      "payment_collection.captured_amount",
      "payment_collection.payment_sessions.provider_id",
    ],
    filters: { id },
  })
  const [cart] = z.array(sellableCart).parse(data)
  const collection = cart?.payment_collection
  if (!collection || cart.completed_at) {
    return false
  }
  const isOther = collection.payment_sessions.some(
    ({ provider_id }) => provider_id !== PROVIDER_ID
  )
  return isOther && !(await takenOtherwise(collection, query))
}
