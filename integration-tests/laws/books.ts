import { z } from "@medusajs/framework/zod"
import { CART_MARK } from "../../src/workflows/medusa-repairs/marked-orders"
import type { Scene } from "./scene"

// Medusa's BigNumbers, as an HTTP answer has them. They may have more decimals
// than cents: sums are rounded at the end.
const cents = z
  .union([z.number(), z.string()])
  .transform((n) => Number(n) * 100)
const rows = <T extends z.ZodType>(row: T) =>
  z
    .array(row.nullish())
    .nullish()
    .transform((list) =>
      (list ?? []).filter((one): one is NonNullable<typeof one> => one != null)
    )

const order = z.object({
  id: z.string(),
  status: z.string(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  cart: z.object({ id: z.string() }).nullish(),
  total: cents,
  summary: z
    .object({
      paid_total: cents,
      refunded_total: cents,
      transaction_total: cents,
      pending_difference: cents,
    })
    .partial()
    .nullish(),
  credit_lines: rows(
    z.object({ amount: cents, reference: z.string().nullish() })
  ),
  transactions: rows(
    z.object({
      amount: cents,
      reference: z.string().nullish(),
      reference_id: z.string().nullish(),
    })
  ),
  payment_collections: rows(
    z.object({
      id: z.string(),
      captured_amount: cents.nullish(),
      refunded_amount: cents.nullish(),
      payments: rows(
        z.object({
          id: z.string(),
          amount: cents,
          provider_id: z.string(),
          data: z.object({ reference: z.string().nullish() }).nullish(),
          captures: rows(z.object({ id: z.string(), amount: cents })),
          refunds: rows(z.object({ id: z.string(), amount: cents })),
        })
      ),
    })
  ),
})

/**
 * The reference of a cart's credit; credit lines of refunds have other ones.
 */
export const CART_CREDIT = "gift"

/** An order as Medusa's books have it. Amounts are cents, with decimals. */
export type OrderBooks = z.infer<typeof order>

/** An order and its cart; null when it was a draft. */
export type OrderOfCart = OrderBooks & { cartId: string | null }

/**
 * All orders of these carts, linked to one or only marked with it, and those that
 * were drafts, which have no cart.
 */
export async function ordersOf(
  { container }: Scene["store"],
  cartIds: string[],
  draftIds: string[] = []
): Promise<OrderOfCart[]> {
  const query = container.resolve("query")
  const { data: links } = await query.graph({
    entity: "order_cart",
    fields: ["order_id", "cart_id"],
    filters: { cart_id: cartIds },
  })
  const ids = new Set([
    ...links.map(({ order_id }) => order_id as string),
    ...draftIds,
  ])
  for (const cartId of cartIds) {
    const { data: marked } = await query.graph({
      entity: "order",
      fields: ["id"],
      filters: { metadata: { [CART_MARK]: cartId } },
    })
    marked.forEach(({ id }) => ids.add(id))
  }
  const { data } = await query.graph({
    entity: "order",
    fields: [
      "id",
      "status",
      "metadata",
      "cart.id",
      "total",
      "summary.*",
      "credit_lines.*",
      "transactions.*",
      "payment_collections.*",
      "payment_collections.payments.*",
      "payment_collections.payments.captures.*",
      "payment_collections.payments.refunds.*",
    ],
    filters: { id: [...ids] },
  })
  return z
    .array(order)
    .parse(JSON.parse(JSON.stringify(data)))
    .map((one) => ({
      ...one,
      cartId:
        one.cart?.id ??
        z.string().nullable().catch(null).parse(one.metadata?.[CART_MARK]),
    }))
}
