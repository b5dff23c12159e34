import type {
  MedusaContainer,
  RemoteQueryFunction,
} from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { amount, list } from "../../../modules/instalments/rules"
import type {
  InstalmentsModuleService,
  RefundRequestRow,
} from "../../../modules/instalments/types"
import { canEnd, changeOfOrder } from "../../medusa-repairs/dead-claims"

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
          provider_id: z.string(),
          data: z.looseObject({}).nullish(),
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

/**
 * What kind of change of an order is not finished and can still be, or null. Core
 * credits an order with an order change, and only one can be open.
 */
export async function openChange(
  order_id: string,
  query: Omit<RemoteQueryFunction, symbol>
): Promise<string | null> {
  const { data: changes } = await query.graph({
    entity: "order_change",
    fields: ["change_type", "order.status", "order.canceled_at"],
    filters: { order_id, status: ["pending", "requested"] },
  })
  const open = list(changeOfOrder).parse(changes).find(canEnd)
  return open ? (open.change_type ?? "order change") : null
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
      "payment_collections.payments.provider_id",
      "payment_collections.payments.data",
      "payment_collections.payments.refunds.*",
    ],
    filters: { id },
  })
  return books.parse(orders[0])
}

/** The version of the order that made a credit line; a cart's is of the first. */
export function createdIn({ metadata }: Books["credit_lines"][number]): number {
  return metadata?.created_in_version ?? 1
}

/** The payments of an order. */
export const paymentsOf = ({ payment_collections }: Books) =>
  payment_collections.flatMap(({ payments }) => payments)

/** The refund requests of an order's payments, the oldest first. */
export async function refundsOf(
  books: Books,
  ledger: InstalmentsModuleService
): Promise<RefundRequestRow[]> {
  const payment_id = paymentsOf(books).map(({ id }) => id)
  return ledger.listRefundRequests(
    { payment_id },
    { take: 1_000, order: { created_at: "ASC" } }
  )
}
