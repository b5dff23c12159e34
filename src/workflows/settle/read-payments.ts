import type { MedusaContainer } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  PaymentCollectionStatus,
} from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { amount, list } from "../../modules/instalments/rules"
import { bookedPayment, paymentFields } from "./booked-payment"

const collection = z.object({
  id: z.string(),
  payments: list(bookedPayment),
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

const order = z.object({
  transactions: list(z.object({ reference_id: z.string().nullish() })),
  payment_collections: list(
    z.object({
      id: z.string(),
      status: z.string(),
      amount,
      metadata: z.record(z.string(), z.unknown()).nullish(),
      payment_sessions: list(
        z.object({ id: z.string(), provider_id: z.string(), amount })
      ),
      payments: list(bookedPayment),
    })
  ),
})

/** What Medusa's books say of an order's payments. Amounts are major units. */
export type OrderPayments = {
  collections: z.output<typeof order>["payment_collections"]
  /** What the order's transactions are of: captures, refunds. */
  transactionReferences: string[]
}

/** The states of a payment collection that nothing was paid into. */
const UNPAID: string[] = [
  PaymentCollectionStatus.NOT_PAID,
  PaymentCollectionStatus.AWAITING,
]

/** Whether a payment collection asks for money still, by its state. */
export const isUnpaid = ({ status }: { status: string }) =>
  UNPAID.includes(status)

/** Reads an order's payment collections, with sessions and payments. */
export async function readOrderPayments(
  id: string,
  container: MedusaContainer
): Promise<OrderPayments> {
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({
      entity: "order",
      fields: [
        "id",
        "transactions.reference_id",
        ...["id", "status", "amount", "metadata"].map(
          (one) => `payment_collections.${one}`
        ),
        ...["id", "provider_id", "amount"].map(
          (one) => `payment_collections.payment_sessions.${one}`
        ),
        ...paymentFields("payment_collections.payments"),
      ],
      filters: { id },
    })
  const { transactions, payment_collections } = order.parse(data[0] ?? {})
  return {
    collections: payment_collections,
    transactionReferences: transactions.flatMap(
      ({ reference_id }) => reference_id ?? []
    ),
  }
}
