import type { BigNumberInput, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

// Medusa's amounts are BigNumbers and are handed back to Medusa as they came.
const amount = z.custom<BigNumberInput>((value) => value != null)

const cart = z.object({
  payment_collection: z
    .object({
      id: z.string(),
      payments: z
        .array(
          z.object({
            id: z.string(),
            data: z.object({ reference: z.string().nullish() }).nullish(),
            captures: z
              .array(z.object({ id: z.string(), amount }))
              .nullish()
              .transform((captures) => captures ?? []),
            refunds: z.array(z.object({ id: z.string() }).nullish()).nullish(),
          })
        )
        .nullish()
        .transform((payments) => payments ?? []),
    })
    .nullish(),
})

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
        "payment_collection.payments.id",
        "payment_collection.payments.data",
        "payment_collection.payments.captures.id",
        "payment_collection.payments.captures.amount",
        "payment_collection.payments.refunds.id",
      ],
      filters: { id },
    })
  return data[0] ? (cart.parse(data[0]).payment_collection ?? null) : null
}
