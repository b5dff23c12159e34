/*
 * Medusa 2.21.2. When a completion of a cart fails, core deletes its order, also when it could not
 * take back the order's links. The next completions of the cart answer that order, and make none.
 * Canary: `integration-tests/medusa/defects.spec.ts`.
 */
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { checkoutReferences, log } from "../../modules/instalments/log"
import type { CartCheckout } from "../settle/lock"

const collectionLinks = z.array(z.object({ payment_collection_id: z.string() }))
const orderLinks = z.array(z.object({ order_id: z.string() }))

/**
 * Removes the links of a cart, and of its payment collection, to orders that are not
 * there: the next completion makes an order then, and the collection's payments are
 * found to be that one's. An order that the shop's own code has deleted softly is there:
 * it can come back, and would be a second one. The caller holds the cart's lock.
 */
export async function dropLinksToNothing(
  checkout: CartCheckout,
  container: MedusaContainer
): Promise<void> {
  const { cart_id } = checkout
  const { collectionIds, orderIds } = await linksOf(cart_id, container)
  const there = await container
    .resolve(Modules.ORDER)
    .listOrders(
      { id: orderIds },
      { take: orderIds.length, select: ["id"], withDeleted: true }
    )
  const gone = orderIds.filter((id) => !there.some((one) => one.id === id))
  if (gone.length === 0) {
    return
  }
  log(container).warn(
    `Cart ${cart_id} is linked to ${gone.join(", ")}, which Medusa has deleted; the cart is completed anew.`,
    checkoutReferences(checkout)
  )
  // Not `delete`: it would delete the cart's payment collection with the link.
  await container.resolve(ContainerRegistrationKeys.LINK).dismiss(
    gone.flatMap((order_id) => {
      const ofOrder = { [Modules.ORDER]: { order_id } }
      return [
        { ...ofOrder, [Modules.CART]: { cart_id } },
        ...collectionIds.map((payment_collection_id) => ({
          ...ofOrder,
          [Modules.PAYMENT]: { payment_collection_id },
        })),
      ]
    })
  )
}

async function linksOf(cart_id: string, container: MedusaContainer) {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data: ofCart } = await query.graph({
    entity: "order_cart",
    fields: ["order_id"],
    filters: { cart_id },
  })
  const { data: collections } = await query.graph({
    entity: "cart_payment_collection",
    fields: ["payment_collection_id"],
    filters: { cart_id },
  })
  const collectionIds = collectionLinks
    .parse(collections)
    .map(({ payment_collection_id }) => payment_collection_id)
  const { data: ofCollections } = await query.graph({
    entity: "order_payment_collection",
    fields: ["order_id"],
    filters: { payment_collection_id: collectionIds },
  })
  const linked = orderLinks.parse([...ofCart, ...ofCollections])
  const orderIds = [...new Set(linked.map(({ order_id }) => order_id))]
  return { collectionIds, orderIds }
}
