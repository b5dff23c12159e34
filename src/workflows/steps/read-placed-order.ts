import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

const placedOrder = z.object({
  payment_collections: z.array(
    z.object({
      payments: z.array(
        z.object({
          captured_at: z.union([z.date(), z.string()]).nullish(),
          data: z.object({ reference: z.string().nullish() }).nullish(),
        })
      ),
    })
  ),
})

/**
 * Reads back the order of a cart and the reference of the captured instalment
 * payment on it. Null when the cart has no order; `reference` is null when the
 * order has no captured instalment payment.
 */
export async function readPlacedOrder(
  cartId: string,
  container: MedusaContainer
): Promise<{ id: string; reference: string | null } | null> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data: links } = await query.graph({
    entity: "order_cart",
    fields: ["order_id"],
    filters: { cart_id: cartId },
  })
  const id = links[0]?.order_id
  if (!id) {
    return null
  }
  const { data: orders } = await query.graph({
    entity: "order",
    fields: [
      "id",
      "payment_collections.payments.data",
      "payment_collections.payments.captured_at",
    ],
    filters: { id },
  })
  const { payment_collections } = placedOrder.parse(orders[0])
  const captured = payment_collections
    .flatMap(({ payments }) => payments)
    .find((payment) => payment.captured_at && payment.data?.reference)
  return { id, reference: captured?.data?.reference ?? null }
}
