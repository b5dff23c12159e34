import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

const placedOrder = z.object({
  transactions: z
    .array(z.object({ reference_id: z.string().nullish() }).nullish())
    .nullish(),
  payment_collections: z.array(
    z.object({
      payments: z.array(
        z.object({
          captures: z.array(z.object({ id: z.string() })).nullish(),
          data: z.object({ reference: z.string().nullish() }).nullish(),
        })
      ),
    })
  ),
})

/**
 * Reads back the order of a cart and the reference of the instalment payment
 * that is captured and booked on it. Null when the cart has no order;
 * `reference` is null when the order has no such payment; `twice` is true when
 * the books hold that payment more than once.
 */
export async function readPlacedOrder(
  cartId: string,
  container: MedusaContainer
): Promise<{ id: string; reference: string | null; twice: boolean } | null> {
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
      "transactions.reference_id",
      "payment_collections.payments.data",
      "payment_collections.payments.captures.id",
    ],
    filters: { id },
  })
  const { payment_collections, transactions } = placedOrder.parse(orders[0])
  const booked = transactions?.map((entry) => entry?.reference_id) ?? []
  const payments = payment_collections
    .flatMap((collection) => collection.payments)
    .filter((payment) => payment.data?.reference)
  const captured = payments.find((payment) =>
    payment.captures?.some((capture) => booked.includes(capture.id))
  )
  const reference = captured?.data?.reference ?? null
  const same = payments.filter(
    (payment) => payment.data?.reference === reference
  )
  return { id, reference, twice: same.length > 1 }
}
