/*
 * Medusa 2.21.2. The order of a completion that was killed keeps its use of the promotion codes,
 * and the next completion of the cart counts another one: it is refused when the code
 * may be used once, and a campaign's money is counted twice.
 * Canary: `integration-tests/medusa/defects.spec.ts`.
 */
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { amount, list } from "../../modules/instalments/rules"
import type { MarkedOrder } from "./marked-orders"

/** Two machines stamp them; with more, an earlier order's use would pass for this one's. */
const STAMPS_APART_MS = 60_000

const adjusted = z.object({
  adjustments: list(z.object({ code: z.string().nullish(), amount })),
})
const usingOrder = z.object({
  email: z.string().nullish(),
  customer_id: z.string().nullish(),
  created_at: z.coerce.date(),
  items: list(adjusted),
  shipping_methods: list(adjusted),
})
const counted = z.object({ updated_at: z.coerce.date() })
const code = counted.extend({
  limit: z.number().nullish(),
  campaign: z.object({ budget: counted.nullish() }).nullish(),
})

/**
 * Gives back the uses of promotion codes that were counted for an order which is rolled
 * back, as core's own compensation does. Core counts all of them in one transaction, while
 * it writes the order's links, and does not write down for which order. So two things
 * tell that they are counted: the order is linked, as core dismisses the links when it
 * takes the uses back, and a counter was written since the order was made. To be called
 * before the links are removed: who is killed in between gives back once more, which a
 * code of one use does not notice, and otherwise never would.
 */
export async function giveBackUses(
  { id, cartId, promotionIds }: MarkedOrder,
  container: MedusaContainer
): Promise<void> {
  if (cartId === undefined && promotionIds.length === 0) {
    return
  }
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "order",
    fields: [
      ...["email", "customer_id", "created_at"],
      ...["items", "shipping_methods"].flatMap((at) => [
        `${at}.adjustments.code`,
        `${at}.adjustments.amount`,
      ]),
    ],
    filters: { id },
  })
  const order = usingOrder.parse(data[0])
  const uses = [...order.items, ...order.shipping_methods]
    .flatMap((one) => one.adjustments)
    .flatMap((one) => (one.code ? { code: one.code, amount: one.amount } : []))
  if (
    uses.length > 0 &&
    (await isCountedSince(order.created_at, uses, container))
  ) {
    await container.resolve(Modules.PROMOTION).revertUsage(uses, {
      customer_id: order.customer_id ?? null,
      customer_email: order.email ?? null,
    })
  }
}

/** Whether a counter of the codes was written at that time or later. */
async function isCountedSince(
  time: Date,
  uses: { code: string }[],
  container: MedusaContainer
): Promise<boolean> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "promotion",
    fields: ["limit", "updated_at", "campaign.budget.updated_at"],
    filters: { code: uses.map((use) => use.code) },
  })
  return z
    .array(code)
    .parse(data)
    .flatMap(({ limit, updated_at, campaign }) => [
      ...(typeof limit === "number" ? [updated_at] : []),
      ...(campaign?.budget ? [campaign.budget.updated_at] : []),
    ])
    .some((written) => written.getTime() > time.getTime() - STAMPS_APART_MS)
}
