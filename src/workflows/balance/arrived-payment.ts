import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { list, UNCONFIRMED_ROWS } from "../../modules/instalments/rules"
import type { InstalmentsModuleService } from "../../modules/instalments/types"
import { CART_MARK } from "../medusa-repairs/marked-orders"

const linkedOrder = z.object({
  id: z.string(),
  email: z.string().nullish(),
  cart: z.object({ id: z.string() }).nullish(),
  metadata: z.object({ [CART_MARK]: z.string().optional() }).nullish(),
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
 * The reference of a payment because of which an order must not be asked to pay now:
 * it has arrived and is not booked yet, or the service has to confirm it. Null when
 * there is none.
 */
export async function arrivedPayment(
  { id: order_id, cart, metadata, transactions }: LinkedOrder,
  ledger: InstalmentsModuleService
): Promise<string | null> {
  // Also the payment of its cart: core's completion may have been killed half
  // way, and then the order is made again. Core leaves it also without its cart.
  // A shopper can write the mark of another one, which only refuses a payment.
  const cart_id = cart?.id ?? metadata?.[CART_MARK]
  // A held one of the cart can become the order's while nothing is booked on it.
  const outcome = transactions.length > 0 ? "open" : ["open", "held"]
  const unbooked = await ledger.opening.unbookedPayment(order_id)
  if (unbooked) {
    return unbooked
  }
  const [other] = await ledger.listCheckouts({
    $or: [
      { order_id, ...UNCONFIRMED_ROWS },
      ...(cart_id
        ? [
            { cart_id, status: "successful", outcome },
            { cart_id, ...UNCONFIRMED_ROWS },
          ]
        : []),
    ],
  })
  return other?.id ?? null
}
