import type { BigNumberInput, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { list } from "../../../modules/instalments/rules"

// Medusa's amounts are BigNumbers and are handed back to Medusa as they came.
const amount = z.custom<BigNumberInput>((value) => value != null)

const books = z.object({
  id: z.string(),
  version: z.number(),
  status: z.string(),
  canceled_at: z.coerce.date().nullish(),
  currency_code: z.string(),
  total: amount,
  transactions: list(
    z.object({
      id: z.string(),
      amount,
      version: z.number(),
      created_at: z.coerce.date(),
      reference: z.string().nullish(),
      reference_id: z.string().nullish(),
    })
  ),
  credit_lines: list(
    z.object({
      id: z.string(),
      amount,
      metadata: z
        .looseObject({
          created_in_version: z.number().nullish(),
          instalments_taken_out: z.array(z.string()).nullish(),
        })
        .nullish(),
    })
  ),
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

/** The order that a payment belongs to, or null. */
export async function orderOfPayment(
  paymentId: string,
  container: MedusaContainer
): Promise<string | null> {
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
  return owner.data?.payment_collection.order?.id ?? null
}

/** Reads Medusa's books of an order. */
export async function readBooks(
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
      "canceled_at",
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

/**
 * The newest version of an order whose change still has an effect: those that only
 * made credit lines which are gone have none.
 */
export async function effectiveVersion(
  { id, version, credit_lines }: Books,
  container: MedusaContainer
): Promise<number> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data: changes } = await query.graph({
    entity: "order_change",
    fields: ["version"],
    filters: { order_id: id, status: "confirmed", change_type: "credit_line" },
  })
  const ofCredit = new Set(changes.map((change) => Number(change.version)))
  let effective = version
  while (
    ofCredit.has(effective) &&
    !credit_lines.some((line) => createdIn(line) === effective)
  ) {
    effective -= 1
  }
  return effective
}

/** The version of the order that made a credit line; a cart's is of the first. */
export function createdIn({ metadata }: Books["credit_lines"][number]): number {
  return metadata?.created_in_version ?? 1
}

/** The kind of the order change that is not finished yet, or null. */
export async function openChange(
  orderId: string,
  container: MedusaContainer
): Promise<{ id: string; change_type: string | null } | null> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data: changes } = await query.graph({
    entity: "order_change",
    fields: ["id", "change_type"],
    filters: { order_id: orderId, status: ["pending", "requested"] },
  })
  const [change] = changes
  return change
    ? { id: change.id, change_type: change.change_type ?? null }
    : null
}
