import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { bookedPayment, paymentFields } from "./booked-payment"

const collection = z.object({
  id: z.string(),
  payments: z
    .array(bookedPayment)
    .nullish()
    .transform((payments) => payments ?? []),
})
const cart = z.object({ payment_collection: collection.nullish() })

/** The payment collection of a cart, also of one that became an order. */
export type CartPayments = NonNullable<
  z.output<typeof cart>["payment_collection"]
>

/** Reads what Medusa's books say was paid for a cart; null for nothing yet. */
export async function readCartPayments(
  id: string,
  container: MedusaContainer
): Promise<CartPayments | null> {
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({
      entity: "cart",
      fields: [
        "id",
        "payment_collection.id",
        ...paymentFields("payment_collection.payments"),
      ],
      filters: { id },
    })
  return data[0] ? (cart.parse(data[0]).payment_collection ?? null) : null
}
