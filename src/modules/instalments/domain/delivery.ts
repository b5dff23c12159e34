import { z } from "@medusajs/framework/zod"
import { list } from "./queried"

/** What of a cart tells whether it can be delivered, and the fields to query for it. */
export const delivery = z.object({
  items: list(z.object({ requires_shipping: z.boolean().nullish() })),
  shipping_methods: list(z.object({ id: z.string() })),
})
// All their columns: Medusa 2.18 sums up a cart by what was asked for of them.
export const DELIVERY_FIELDS = ["items.*", "shipping_methods.*"]

/**
 * Whether a cart's items have to be delivered and no delivery is chosen: core completes no
 * such cart. Which delivery fits which item stays core's matter.
 */
export function lacksDelivery({
  items,
  shipping_methods,
}: z.infer<typeof delivery>): boolean {
  return (
    shipping_methods.length === 0 &&
    items.some((item) => item.requires_shipping)
  )
}
