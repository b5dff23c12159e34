import type {
  BigNumberInput,
  RefundPaymentInput,
  RefundPaymentOutput,
} from "@medusajs/framework/types"
import { MathBN, MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import {
  amount,
  askedForBy,
  refused,
  toCents,
} from "../../modules/instalments/rules"
import { messageOf } from "../../modules/instalments/log"
import type { Booking, RefundAsked } from "../../modules/instalments/types"
import { openChange } from "../../workflows/refunds/books/read-books"
import type { Parts } from "./parts"
import { refuseWithoutOrder } from "./refuse-without-order"

const paymentData = z.looseObject({ reference: z.string() })
const refundRow = z.object({
  created_by: z.string().nullish(),
  note: z.string().nullish(),
  payment_id: z.string(),
  payment: z.object({
    currency_code: z.string(),
    payment_collection: z.object({
      order: z.object({ id: z.string() }).nullish(),
    }),
  }),
})
const bookedRefund = z.object({ id: z.string(), amount })
const order = z.object({
  version: z.number(),
  summary: z
    .object({
      raw_pending_difference: amount.nullish(),
      pending_difference: amount.nullish(),
    })
    .nullish(),
})

/**
 * Files Medusa's refund as a refund request, when the rules allow it. Nothing
 * is sent: Medusa books its part after this, and may fail then. The refund
 * request is released when the books are whole. Answers the payment's data
 * unchanged, because Medusa replaces it with this answer.
 *
 * @throws MedusaError (not allowed) with the rule and what to do, also while an
 * edit, return, exchange or claim is open and the refund needs a credit line;
 * Medusa then drops its refund.
 */
export async function refund(
  parts: Parts,
  input: RefundPaymentInput
): Promise<RefundPaymentOutput> {
  const { ledger, query } = parts
  const data = input.data ?? {}
  const refundId = input.context?.idempotency_key
  const parsed = paymentData.safeParse(data)
  if (!parsed.success || !refundId) {
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      "This payment holds no reference of an instalment checkout, so it cannot be refunded from here. Nothing was sent; contact the service with the order's details.",
      "instalments_refund_refused"
    )
  }
  await refuseWithoutOrder(parts, parsed.data.reference)
  const { data: rows } = await query.graph({
    entity: "refund",
    fields: [
      "created_by",
      "note",
      "payment_id",
      "payment.currency_code",
      "payment.payment_collection.order.id",
    ],
    filters: { id: refundId },
  })
  const { created_by, note, payment_id, payment } = refundRow.parse(rows[0])
  const orderId = payment.payment_collection.order?.id
  const asked: RefundAsked = {
    reference: parsed.data.reference,
    amount: toCents(input.amount, payment.currency_code),
    reason: created_by ? "merchant" : "system",
    refund_id: refundId,
    payment_id,
    ...askedForBy(note),
  }
  const medusa = {
    asked: input.amount,
    byId: await readBooked(parts, payment_id),
    booking: orderId ? await bookingOf(parts, input.amount, orderId) : null,
  }
  try {
    // Core needs an order change for a credit line, and notices too late.
    const change =
      medusa.booking &&
      MathBN.gt(medusa.booking.credit, 0) &&
      (await openChange(medusa.booking.order_id, query))
    if (change) {
      throw refused(
        `This order has a change that is not finished (${change}), and Medusa books no refund meanwhile. Nothing was refunded: confirm or cancel the change, then refund again.`
      )
    }
    await ledger.filing.file(asked, medusa)
  } catch (error) {
    // A refund that the service has already made is not owed again.
    if (!asked.refund_request_id) {
      await ledger.filing.recordRefusal(asked, messageOf(error), medusa)
    }
    throw error
  }
  return { data }
}

/**
 * What core books for a refund. Its refund workflow credits the order with the
 * part of the refund that exceeds the order's negative pending difference,
 * which is what the order owes the shopper. It queries the order's total too,
 * and then the articles of a requested return count as owed. So the same fields
 * are queried here.
 */
async function bookingOf(
  { query }: Parts,
  refunded: BigNumberInput,
  order_id: string
): Promise<Booking> {
  const { data: orders } = await query.graph({
    entity: "order",
    fields: ["id", "version", "summary", "total", "currency_code", "region_id"],
    filters: { id: order_id },
  })
  const { version, summary } = order.parse(orders[0])
  const pending =
    summary?.raw_pending_difference ?? summary?.pending_difference ?? 0
  const owed = MathBN.max(0, MathBN.mult(pending, -1))
  const credit = MathBN.max(0, MathBN.sub(refunded, owed))
  const text = (value: BigNumberInput) => MathBN.convert(value).toFixed()
  return { order_id, version, amount: text(refunded), credit: text(credit) }
}

/** Asked for beside their payment, amounts would come without all their decimals. */
async function readBooked({ query }: Parts, payment_id: string) {
  const { data } = await query.graph({
    entity: "refund",
    fields: ["id", "amount"],
    filters: { payment_id },
  })
  const refunds = z.array(bookedRefund).parse(data)
  return new Map(refunds.map((one) => [one.id, one.amount]))
}
