import type {
  BigNumberInput,
  RefundPaymentInput,
  RefundPaymentOutput,
} from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { toCents } from "../../modules/instalments/domain/money"
import { InstalmentsEvents } from "../../modules/instalments/events"
import { messageOf } from "../../modules/instalments/message-of"
import type { RefundAsked } from "../../modules/instalments/refunds/file-refund"
import type { Parts } from "./parts"
import { refuseWithoutOrder } from "./refuse-without-order"

const PATIENCE_MS = 3_000
const paymentData = z.looseObject({ reference: z.string() })
const refundRow = z.object({
  created_by: z.string().nullish(),
  payment_id: z.string(),
  payment: z.object({ currency_code: z.string() }),
})

/**
 * Makes Medusa's refund a refund request: written after the rules, and sent
 * within this request when it is due and the rate limit has room within 3
 * seconds, so that a certain refusal is seen at once. Otherwise Medusa's refund
 * stands and the job sends it. Answers all of the payment's data, unchanged:
 * Medusa replaces it with what comes back.
 *
 * @throws MedusaError (not allowed) with the rule and what to do; Medusa then
 * drops its refund.
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
      "This payment holds no reference of an instalment checkout, so it cannot be refunded from here. Nothing was sent; contact the service with the order's details."
    )
  }
  await refuseWithoutOrder(parts, parsed.data.reference)
  const { data: rows } = await query.graph({
    entity: "refund",
    fields: ["created_by", "payment_id", "payment.currency_code"],
    filters: { id: refundId },
  })
  const { created_by, payment_id, payment } = refundRow.parse(rows[0])
  const asked: RefundAsked = {
    reference: parsed.data.reference,
    amount: toCents(input.amount, payment.currency_code),
    reason: created_by ? "merchant" : "system",
    refund_id: refundId,
    payment_id,
  }
  const booked = {
    asked: input.amount,
    byId: await readBooked(parts, payment_id),
  }
  const filed = await ledger
    .fileRefund(asked, booked)
    .catch(async (error: unknown): Promise<never> => {
      await ledger.recordRefusal(asked, messageOf(error), booked)
      throw error
    })
  if (filed.send_after.getTime() <= ledger.now()) {
    const sent = await ledger.sendRefund(filed, {
      patienceMs: PATIENCE_MS,
      waiting: true,
    })
    if (sent.status === "refused") {
      await ledger.dropRefund(sent)
      throw new MedusaError(
        MedusaError.Types.NOT_ALLOWED,
        sent.last_error ?? "The service refused the refund."
      )
    }
    if (sent.status === "requested") {
      await ledger.emit(InstalmentsEvents.REFUND_REQUESTED, { id: sent.id })
    }
  }
  return { data }
}

async function readBooked({ query }: Parts, payment_id: string) {
  const { data } = await query.graph({
    entity: "refund",
    fields: ["id", "amount"],
    filters: { payment_id },
  })
  const refunds = data as { id: string; amount: BigNumberInput }[]
  return new Map(refunds.map(({ id, amount }) => [id, amount]))
}
