import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import type { OrderOfCart } from "./books"
import { paymentsOf } from "./check-sums"
import type { Scene } from "./scene"

const promotion = z.object({
  id: z.string(),
  code: z.string(),
  used: z.number(),
  limit: z.number().nullish(),
})
const link = z.object({ order_id: z.string(), promotion_id: z.string() })

/**
 * A code with a limit was used once for each order of a cart that has a payment, and not
 * more often than there are orders with it: one whose completion was killed and that
 * nobody has paid may not have been counted.
 */
export async function useBreaches(
  { store }: Scene,
  orders: OrderOfCart[]
): Promise<string[]> {
  const query = store.container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "promotion",
    fields: ["id", "code", "used", "limit"],
  })
  const { data: links } = await query.graph({
    entity: "order_promotion",
    fields: ["order_id", "promotion_id"],
  })
  return z
    .array(promotion)
    .parse(data)
    .filter(({ limit }) => typeof limit === "number")
    .flatMap(({ id, code, used }) => {
      const made = z
        .array(link)
        .parse(links)
        .filter(({ promotion_id }) => promotion_id === id)
      const paid = orders.filter(
        (order) =>
          order.cart &&
          paymentsOf(order).some(({ captures }) => captures.length > 0) &&
          made.some(({ order_id }) => order_id === order.id)
      )
      return paid.length <= used && used <= made.length
        ? []
        : [
            `code ${code} was used ${used} times, for ${made.length} orders, of which ${paid.length} are paid`,
          ]
    })
}
