import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { refreshPaymentCollectionForCartWorkflow } from "@medusajs/medusa/core-flows"
import { amount, toCents } from "../../modules/instalments/rules"
import { askForOwed } from "../../workflows/balance/ask-for-owed"
import type { OurMiddleware } from "../only-ours"

const cartsCollection = z.object({
  amount,
  currency_code: z.string(),
  cart: z
    .object({
      id: z.string(),
      total: amount,
      currency_code: z.string(),
      completed_at: z.unknown(),
    })
    .nullish(),
})
type Collection = z.infer<typeof cartsCollection>
const orderLink = z.object({ order_id: z.string() })

/**
 * Runs before a payment collection gets a session of instalments, as core gives the
 * collection's amount to every new session. A cart's is set to the cart's total: taxes
 * and credit lines change a cart and not its collection, and the provider would refuse
 * the cart each time. An order's is set to what the order owes, see `askForOwed`.
 */
export const refreshCollection: OurMiddleware = async (req, _res, next, id) => {
  await refresh(id, req.scope)
  next()
}

async function refresh(id: string, container: MedusaContainer) {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "payment_collection",
    fields: [
      ...["id", "amount", "currency_code"],
      ...["id", "total", "currency_code", "completed_at"].map(
        (field) => `cart.${field}`
      ),
    ],
    filters: { id },
  })
  if (!data[0]) {
    return
  }
  const collection = cartsCollection.parse(data[0])
  const { cart } = collection
  if (cart && !cart.completed_at) {
    if (!isSame(collection, cart)) {
      await refreshPaymentCollectionForCartWorkflow(container).run({
        input: { cart_id: cart.id },
      })
    }
    return
  }
  const { data: links } = await query.graph({
    entity: "order_payment_collection",
    fields: ["order_id"],
    filters: { payment_collection_id: id },
  })
  const [link] = z.array(orderLink).parse(links)
  const orderId = link?.order_id
  if (orderId) {
    await askForOwed(id, orderId, container)
  }
}

function isSame(
  collection: Collection,
  cart: NonNullable<Collection["cart"]>
): boolean {
  return (
    collection.currency_code === cart.currency_code &&
    toCents(collection.amount, collection.currency_code) ===
      toCents(cart.total, cart.currency_code)
  )
}
