import type {
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import type { BigNumberInput } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { refreshPaymentCollectionForCartWorkflow } from "@medusajs/medusa/core-flows"
import { PROVIDER_ID, toCents } from "../../modules/instalments/rules"
import { log, messageOf } from "../../modules/instalments/log"

/**
 * Runs before a cart gets a payment session of instalments: it sets the payment
 * collection to the cart's total. Taxes and credit lines change a cart and not
 * its collection, and core gives the collection's amount to every new session.
 * The provider would then refuse the cart each time. Core handles every other
 * session, and every session for which this fails.
 */
export async function refreshCollection(
  req: MedusaRequest,
  _res: MedusaResponse,
  next: MedusaNextFunction
) {
  const id = String(req.params.id)
  const { provider_id } = (req.body ?? {}) as { provider_id?: unknown }
  if (provider_id !== PROVIDER_ID) {
    return next()
  }
  try {
    const { data } = await req.scope
      .resolve(ContainerRegistrationKeys.QUERY)
      .graph({
        entity: "payment_collection",
        fields: [
          "amount",
          "currency_code",
          "cart.id",
          "cart.total",
          "cart.currency_code",
          "cart.completed_at",
        ],
        filters: { id },
      })
    const collection = data[0] as Collection | undefined
    const cart = collection?.cart
    if (cart && !cart.completed_at && !isSame(collection, cart)) {
      await refreshPaymentCollectionForCartWorkflow(req.scope).run({
        input: { cart_id: cart.id },
      })
    }
  } catch (error) {
    log(req.scope).error(
      `Payment collection ${id} was not brought up to its cart's total: ${messageOf(error)}`
    )
  }
  next()
}

type Collection = {
  amount: BigNumberInput
  currency_code: string
  cart?: {
    id: string
    total: BigNumberInput
    currency_code: string
    completed_at: Date | null
  } | null
}

function isSame(
  collection: Pick<Collection, "amount" | "currency_code">,
  cart: { total: BigNumberInput; currency_code: string }
): boolean {
  return (
    collection.currency_code === cart.currency_code &&
    toCents(collection.amount, collection.currency_code) ===
      toCents(cart.total, cart.currency_code)
  )
}
