import type { BigNumberInput, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

// Medusa's amounts are BigNumbers and are handed back to Medusa as they came.
const amount = z.custom<BigNumberInput>((value) => value != null)
const list = <T extends z.ZodType>(entry: T) =>
  z
    .array(entry.nullish())
    .nullish()
    .transform((rows) =>
      (rows ?? []).filter((row): row is NonNullable<typeof row> => row != null)
    )

const books = z.object({
  id: z.string(),
  version: z.number(),
  status: z.string(),
  currency_code: z.string(),
  total: amount,
  transactions: list(
    z.object({
      id: z.string(),
      amount,
      version: z.number(),
      reference: z.string().nullish(),
      reference_id: z.string().nullish(),
    })
  ),
  credit_lines: list(z.object({ id: z.string(), amount })),
  payment_collections: list(
    z.object({
      id: z.string(),
      refunded_amount: amount.nullish(),
      payments: list(
        z.object({
          id: z.string(),
          refunds: list(z.object({ id: z.string(), amount })),
        })
      ),
    })
  ),
})

/** What Medusa's books say of an order. Amounts are major units. */
export type Books = z.infer<typeof books>

/** Reads Medusa's books of the order that a payment belongs to, if it has one. */
export async function readBooks(
  paymentId: string,
  container: MedusaContainer
): Promise<Books | null> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data: payments } = await query.graph({
    entity: "payment",
    fields: ["payment_collection.order.id"],
    filters: { id: paymentId },
  })
  const owner = z
    .object({
      payment_collection: z.object({
        order: z.object({ id: z.string() }).nullish(),
      }),
    })
    .safeParse(payments[0])
  const id = owner.data?.payment_collection.order?.id
  return id ? readOrderBooks(id, container) : null
}

/** Reads Medusa's books of an order. */
export async function readOrderBooks(
  id: string,
  container: MedusaContainer
): Promise<Books> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data: orders } = await query.graph({
    entity: "order",
    fields: [
      "id",
      "version",
      "status",
      "currency_code",
      "total",
      "transactions.*",
      "credit_lines.*",
      "payment_collections.id",
      "payment_collections.refunded_amount",
      "payment_collections.payments.id",
      "payment_collections.payments.refunds.*",
    ],
    filters: { id },
  })
  return books.parse(orders[0])
}
