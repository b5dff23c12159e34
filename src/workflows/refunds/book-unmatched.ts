import type { MedusaContainer } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  MedusaError,
} from "@medusajs/framework/utils"
import { refundPaymentWorkflow } from "@medusajs/medusa/core-flows"
import { z } from "@medusajs/framework/zod"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import { fromCents, noteOf } from "../../modules/instalments/rules"
import type {
  CheckoutRow,
  RefundRequestRow,
} from "../../modules/instalments/types"
import { releaseRefunds } from "./books/release"
import { turnOf } from "../order-turn"
import { refundPaymentAlone } from "./refund-again"

const TURN_MS = 10_000
/** Clocks are not so far apart. */
const DAY = 24 * 60 * 60_000
const orders = z.array(
  z.object({
    status: z.string(),
    payment_collections: z.array(
      z.object({
        payments: z
          .array(z.object({ id: z.string(), data: z.unknown() }).nullish())
          .nullish(),
      })
    ),
  })
)

/**
 * Books a refund that the service's support has made into Medusa, for the payment
 * that a person names: as a refund of the order, with its id in the note. Nothing
 * is sent; it is followed from then on like any other.
 *
 * @throws MedusaError (not allowed) with the rule, when it cannot be this one's.
 * @throws ServiceError when the service cannot be asked.
 */
export async function bookUnmatched(
  container: MedusaContainer,
  refund_request_id: string,
  { checkout, created_by }: { checkout: CheckoutRow; created_by: string }
): Promise<RefundRequestRow> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const { order_id } = checkout
  const payment = order_id && (await paymentOf(checkout, order_id, container))
  if (!payment) {
    throw refused(
      `Checkout ${checkout.id} has no order, so its refund cannot be booked.`
    )
  }
  const [same] = await ledger.listRefundRequests({ refund_request_id })
  if (same) {
    throw refused(`Refund ${refund_request_id} is ${same.id} here already.`)
  }
  const entry = await ledger.client.fetchRefund(refund_request_id, "on_demand")
  if (Date.parse(entry.created_at) < checkout.opened_at.getTime() - DAY) {
    throw refused(
      `Refund ${refund_request_id} was made before this payment (${entry.created_at}).`
    )
  }
  // What the service says now, not when the list was read.
  await ledger.unmatchedRefunds.keep([entry])
  await ledger.leases.run(
    turnOf(order_id),
    async () => {
      const refund = {
        payment_id: payment.id,
        amount: fromCents(entry.amount),
        created_by,
        note: noteOf(refund_request_id),
      }
      try {
        // Core refunds no cancelled order.
        await (payment.isCancelled
          ? refundPaymentAlone(container, order_id, refund)
          : refundPaymentWorkflow(container).run({ input: refund }))
      } finally {
        await releaseRefunds(
          container,
          order_id,
          (row) => row.refund_request_id === refund_request_id
        )
      }
    },
    { waitMs: TURN_MS }
  )
  const [booked] = await ledger.listRefundRequests({ refund_request_id })
  if (!booked) {
    throw refused(
      `Medusa did not book refund ${refund_request_id} whole, so it was taken out again. Book it once more.`
    )
  }
  return booked
}

/** The payment of the order that a checkout has paid. */
async function paymentOf(
  { id }: CheckoutRow,
  order_id: string,
  container: MedusaContainer
) {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "order",
    fields: [
      "status",
      "payment_collections.payments.id",
      "payment_collections.payments.data",
    ],
    filters: { id: order_id },
  })
  const [order] = orders.parse(data)
  const isIts = z.looseObject({ reference: z.literal(id) })
  const payment = order?.payment_collections
    .flatMap(({ payments }) => payments ?? [])
    .find((one) => isIts.safeParse(one?.data).success)
  return (
    payment && { id: payment.id, isCancelled: order?.status === "canceled" }
  )
}

function refused(message: string) {
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, message)
}
