import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { list } from "../../modules/instalments/rules"
import type { InstalmentsModuleService } from "../../modules/instalments/types"
import { CART_MARK, markedMetadata } from "../medusa-repairs/marked-orders"

const linkedOrder = z.object({
  id: z.string(),
  email: z.string().nullish(),
  cart: z.object({ id: z.string() }).nullish(),
  metadata: markedMetadata,
  transactions: list(z.object({ id: z.string() })),
})

/** An order, with what says which cart it came of and whether anything is booked. */
export type LinkedOrder = z.infer<typeof linkedOrder>

/** Null when there is no such order. */
export async function readLinkedOrder(
  id: string,
  container: MedusaContainer
): Promise<LinkedOrder | null> {
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({
      entity: "order",
      fields: ["id", "email", "cart.id", "metadata", "transactions.id"],
      filters: { id },
    })
  return data[0] ? linkedOrder.parse(data[0]) : null
}

/**
 * The cart that an order came of. Core's completion may have been killed half way, and
 * leaves the order without its cart then. A shopper can write the mark of another one,
 * which only refuses a payment.
 */
export const cartOf = ({ cart, metadata }: LinkedOrder): string | null =>
  cart?.id ?? metadata?.[CART_MARK] ?? null

/**
 * The reference of a payment because of which an order must not be asked to pay now:
 * it has arrived and is not booked yet, or the service has to confirm it. Null when
 * there is none.
 */
export function arrivedPayment(
  order: LinkedOrder,
  { opening }: InstalmentsModuleService
): Promise<string | null> {
  return opening.arrived({
    order_id: order.id,
    // Also the payment of its cart: after a killed completion the order is made again.
    source_cart_id: cartOf(order),
    is_unbooked: order.transactions.length === 0,
  })
}
