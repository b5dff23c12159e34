import type {
  BigNumberInput,
  MedusaContainer,
  RemoteQueryFunction,
} from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import type { CheckoutRow } from "../../modules/instalments/types"
import { amount, list, PROVIDER_ID } from "../../modules/instalments/rules"

const entries = list(z.object({ id: z.string(), amount }))

/**
 * A payment in Medusa's books. `reference` is the ledger's checkout, null for
 * another provider's, whatever that keeps under the same name.
 */
export const bookedPayment = z
  .object({
    id: z.string(),
    provider_id: z.string(),
    currency_code: z.string(),
    canceled_at: z.unknown(),
    data: z.unknown(),
    captures: entries,
    refunds: entries,
  })
  .transform(({ data, ...payment }) => {
    const { reference } = (data ?? {}) as { reference?: unknown }
    const isOurs =
      payment.provider_id === PROVIDER_ID && typeof reference === "string"
    return { ...payment, reference: isOurs ? reference : null }
  })

/** See `bookedPayment`. */
export type BookedPayment = z.output<typeof bookedPayment>

/**
 * The fields of `bookedPayment` for Medusa's query: of the payments at `at`, else of
 * payments that are queried themselves.
 */
export const paymentFields = (at?: string) =>
  [
    ...["id", "provider_id", "currency_code", "canceled_at", "data"],
    ...["captures.id", "captures.amount", "refunds.id", "refunds.amount"],
  ].map((field) => (at ? `${at}.${field}` : field))

/**
 * The payments that hold no money for an order: cancelled or refunded by Medusa
 * after a completion that failed, or of another checkout of ours whose money is
 * on its way back or held. Medusa leaves them in the cart's payment collection.
 */
export async function deadPayments(
  payments: BookedPayment[],
  { id }: Pick<CheckoutRow, "id">,
  container: MedusaContainer
): Promise<BookedPayment[]> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const references = payments.flatMap(({ reference }) => reference ?? [])
  const others = references.filter((reference) => reference !== id)
  const without = await ledger.listCheckouts(
    { id: others, outcome: ["returned", "held"] },
    { take: others.length || 1, select: ["id"] }
  )
  return payments.filter((payment) =>
    payment.reference === null
      ? isReversed(payment)
      : without.some((row) => row.id === payment.reference)
  )
}

/**
 * The payment by which another provider has taken a cart's money before the cart is an
 * order: core captures first when the provider's webhook tells of it. It is refunded,
 * or its order comes. What is only authorised has moved no money, and Medusa leaves it
 * there when a completion fails: it must not stop who pays in instalments then. The
 * payments are not read where the collection says that nothing was captured.
 */
export async function takenOtherwise(
  { id, captured_amount }: { id: string; captured_amount?: unknown },
  query: Omit<RemoteQueryFunction, symbol>
): Promise<BookedPayment | undefined> {
  const isKnown = captured_amount !== undefined
  if (isKnown && MathBN.eq(amount.nullable().parse(captured_amount) ?? 0, 0)) {
    return undefined
  }
  const { data } = await query.graph({
    entity: "payment",
    fields: paymentFields(),
    filters: { payment_collection_id: id },
  })
  return z
    .array(bookedPayment)
    .parse(data)
    .find(
      (payment) =>
        payment.provider_id !== PROVIDER_ID &&
        payment.captures.length > 0 &&
        !isReversed(payment)
    )
}

/**
 * Why nothing more may be paid for a cart, in words for a shopper: it is an order, or
 * another provider has its money. Null when something may.
 */
export async function whyCartIsTaken(
  { completed_at }: { completed_at?: unknown },
  collection: Parameters<typeof takenOtherwise>[0],
  query: Omit<RemoteQueryFunction, symbol>
): Promise<string | null> {
  if (completed_at) {
    return "This cart is an order already. Nothing more has to be paid for it here."
  }
  return (await takenOtherwise(collection, query))
    ? "This cart is being paid in another way already. Nothing more has to be paid for it here."
    : null
}

/** Whether Medusa has cancelled or refunded all of a payment. */
export function isReversed({
  canceled_at,
  captures,
  refunds,
}: BookedPayment): boolean {
  const sum = (all: { amount: BigNumberInput }[]) =>
    MathBN.sum(0, ...all.map((entry) => entry.amount))
  const isRefunded =
    captures.length > 0 && MathBN.gte(sum(refunds), sum(captures))
  return Boolean(canceled_at) || isRefunded
}
