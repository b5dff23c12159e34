import type { BigNumberInput, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { INSTALMENTS_MODULE } from "../../../modules/instalments"
import type { RefundRequestRow } from "../../../modules/instalments/ledger/rows"
import { booksOf } from "../../../modules/instalments/refunds/booking"
import type { InstalmentsModuleService } from "../../../modules/instalments/service"
import { PROVIDER_ID } from "../../../modules/instalments/name"
import { findBooked } from "./find-booked"
import type { Books } from "./read-books"
import { refundsOf } from "./restore"

const UNASKED =
  "Medusa failed before it asked for this refund, and cancelled the order all the same."
/** Core cancels an order within one request. */
const CANCEL_MS = 2 * 60_000

const ofCheckout = z.object({
  id: z.string(),
  provider_id: z.literal(PROVIDER_ID),
  data: z.looseObject({ reference: z.string() }),
})

/**
 * Core cancels an order, and books its refunds, also when its own database fails
 * before it has asked the provider for one of them: then nothing was asked of the
 * ledger. Such a refund is written as refused, by which it is taken out of the
 * books again and told to the merchant. The caller has the order's turn.
 */
export async function recordUnasked(
  books: Books,
  container: MedusaContainer
): Promise<void> {
  if (!books.canceled_at) {
    return
  }
  const ledger: InstalmentsModuleService = container.resolve(INSTALMENTS_MODULE)
  const unclaimed = unclaimedOf(books, await refundsOf(books, ledger))
  if (unclaimed.length === 0) {
    return
  }
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({
      entity: "payment",
      fields: ["id", "provider_id", "data"],
      filters: { id: unclaimed.map(({ reference_id }) => reference_id) },
    })
  const payments = data.flatMap((one) => ofCheckout.safeParse(one).data ?? [])
  for (const { id: transaction_id, reference_id, amount } of unclaimed) {
    const payment = payments.find(({ id }) => id === reference_id)
    if (payment) {
      await ledger.recordRefusal(
        {
          reference: payment.data.reference,
          payment_id: payment.id,
          reason: "merchant",
        },
        UNASKED,
        {
          asked: MathBN.abs(amount),
          byId: refundsIn(books, payment.id),
          booking: null,
          booked: { order_id: books.id, transaction_id, credit: null },
        }
      )
    }
  }
}

/** A cancellation's transactions, by payment, that no refund request is booked by. */
function unclaimedOf(books: Books, rows: RefundRequestRow[]) {
  const paymentIds = books.payment_collections.flatMap(({ payments }) =>
    payments.map(({ id }) => id)
  )
  // One after the other: no two of one amount are booked by one transaction.
  let known = rows
  for (const row of rows) {
    const others = known.filter(({ id }) => id !== row.id)
    const booked = booksOf(row).booked ?? findBooked(row, books, others).booked
    known = [...others, { ...row, booked }]
  }
  const claimed = known.map((row) => booksOf(row).booked?.transaction_id)
  const cancelledAt = books.canceled_at?.getTime() ?? NaN
  return books.transactions.filter(
    ({ id, reference, reference_id, created_at }) =>
      reference === "refund" &&
      paymentIds.some((paymentId) => paymentId === reference_id) &&
      // What somebody noted by hand at another time is no cancellation's.
      Math.abs(created_at.getTime() - cancelledAt) < CANCEL_MS &&
      !claimed.includes(id)
  )
}

function refundsIn({ payment_collections }: Books, paymentId: string) {
  const refunds = payment_collections
    .flatMap(({ payments }) => payments)
    .filter(({ id }) => id === paymentId)
    .flatMap((payment) => payment.refunds)
  return new Map<string, BigNumberInput>(
    refunds.map(({ id, amount }) => [id, amount])
  )
}
