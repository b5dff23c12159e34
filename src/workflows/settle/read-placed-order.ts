import type {
  MedusaContainer,
  RemoteQueryFunction,
} from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import type { CheckoutRow } from "../../modules/instalments/types"
import { amount, list, toCents } from "../../modules/instalments/rules"
import { bookedPayment, paymentFields } from "./booked-payment"

const placedOrder = z.object({
  version: z.number(),
  total: amount,
  currency_code: z.string(),
  transactions: list(z.object({ reference_id: z.string().nullish() })),
  payment_collections: list(z.object({ payments: list(bookedPayment) })),
})

/** The order that a checkout is for, and the instalment payment booked on it. */
export type PlacedOrder = {
  id: string
  /**
   * Of the payment that is captured and booked: the checkout's own before
   * another one's; null when there is none.
   */
  reference: string | null
  /** Whether the books hold that payment more than once. */
  twice: boolean
  /** What a cart's order came to, in cents; null once it was edited. */
  amount: number | null
}

/**
 * Reads back the order of a checkout's cart, or the one that owes it, and the
 * reference of the instalment payment that is captured and booked on it. Null when
 * there is no order.
 */
export async function readPlacedOrder(
  checkout: Pick<CheckoutRow, "id" | "cart_id" | "order_id">,
  container: MedusaContainer
): Promise<PlacedOrder | null> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const id = await orderIdOf(checkout, query)
  if (!id) {
    return null
  }
  const { data: orders } = await query.graph({
    entity: "order",
    fields: [
      "id",
      "version",
      "total",
      "currency_code",
      "transactions.reference_id",
      ...paymentFields("payment_collections.payments").filter(
        (field) => !field.includes(".refunds.")
      ),
    ],
    filters: { id },
  })
  return orders[0] ? judgeOrder(checkout, id, orders[0]) : null
}

/**
 * What the books say of a checkout's payment on an order, given with the fields that
 * `readPlacedOrder` reads. A payment counts once one of its captures is booked.
 */
export function judgeOrder(
  checkout: Pick<CheckoutRow, "id" | "cart_id">,
  orderId: string,
  found: unknown
): PlacedOrder {
  const order = placedOrder.parse(found)
  const { payment_collections, transactions, version } = order
  const booked = transactions.map((entry) => entry.reference_id)
  const payments = payment_collections
    .flatMap((collection) => collection.payments)
    .filter((payment) => payment.reference)
  const captured = payments.filter((payment) =>
    payment.captures.some((capture) => booked.includes(capture.id))
  )
  const own = captured.find((payment) => payment.reference === checkout.id)
  const reference = (own ?? captured[0])?.reference ?? null
  const same = payments.filter((payment) => payment.reference === reference)
  return {
    id: orderId,
    reference,
    twice: same.length > 1,
    amount:
      version === 1 && checkout.cart_id
        ? toCents(order.total, order.currency_code)
        : null,
  }
}

/** The order that a cart became, or the one that owes the checkout; null if none. */
export async function orderIdOf(
  { cart_id, order_id }: Pick<CheckoutRow, "cart_id" | "order_id">,
  query: Omit<RemoteQueryFunction, symbol>
): Promise<string | null> {
  if (cart_id === null) {
    return order_id
  }
  const { data: links } = await query.graph({
    entity: "order_cart",
    fields: ["order_id"],
    filters: { cart_id },
  })
  return links[0]?.order_id ?? null
}
