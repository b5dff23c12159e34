import type { BigNumberInput, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { bookedPayment, paymentFields } from "./booked-payment"
import { toCents } from "../../modules/instalments/domain/money"

// Medusa's amounts are BigNumbers; `toCents` refuses what is not an amount.
const amount = z.custom<BigNumberInput>((value) => value != null)

const placedOrder = z.object({
  version: z.number(),
  total: amount,
  currency_code: z.string(),
  transactions: z
    .array(z.object({ reference_id: z.string().nullish() }).nullish())
    .nullish(),
  payment_collections: z.array(
    z.object({
      payments: z.array(bookedPayment),
    })
  ),
})

/** The order of a cart, and the instalment payment that is booked on it. */
export type PlacedOrder = {
  id: string
  /** Of the payment that is captured and booked; null when there is none. */
  reference: string | null
  /** Whether the books hold that payment more than once. */
  twice: boolean
  /** What the order came to, in cents; null once it was edited. */
  amount: number | null
}

/**
 * Reads back the order of a cart and the reference of the instalment payment
 * that is captured and booked on it. Null when the cart has no order.
 */
export async function readPlacedOrder(
  cartId: string,
  container: MedusaContainer
): Promise<PlacedOrder | null> {
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
      "version",
      "total",
      "currency_code",
      "transactions.reference_id",
      ...paymentFields("payment_collections.payments"),
    ],
    filters: { id },
  })
  const order = placedOrder.parse(orders[0])
  const { payment_collections, transactions, version } = order
  const booked = transactions?.map((entry) => entry?.reference_id) ?? []
  const payments = payment_collections
    .flatMap((collection) => collection.payments)
    .filter((payment) => payment.reference)
  const captured = payments.find((payment) =>
    payment.captures.some((capture) => booked.includes(capture.id))
  )
  const reference = captured?.reference ?? null
  const same = payments.filter((payment) => payment.reference === reference)
  return {
    id,
    reference,
    twice: same.length > 1,
    amount: version === 1 ? toCents(order.total, order.currency_code) : null,
  }
}
