import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../../../../modules/instalments"
import type { InstalmentsModuleService } from "../../../../modules/instalments/service"
import type { CheckoutAnswer, CheckoutCallback } from "../answers"
import { attentionAnswer } from "../rows/attention"
import { checkoutAnswer } from "../rows/checkout"
import { refundRequestAnswer } from "../rows/refund-request"
import { timeline, type CallbackRow } from "../rows/timeline"

/** More than this one checkout has never had. */
const MOST = 200

/**
 * Everything the ledger knows of one checkout.
 *
 * @throws MedusaError (not found) when there is none with this id.
 */
export async function readDetail(
  container: MedusaContainer,
  id: string
): Promise<CheckoutAnswer> {
  const ledger: InstalmentsModuleService = container.resolve(INSTALMENTS_MODULE)
  const row = await ledger.retrieveCheckout(id)
  const callbacks = await ledger.listCallbacks(
    { reference: id },
    { take: MOST, order: { created_at: "ASC" } }
  )
  const { rows: refunds } = await ledger.reports.refundRequests.page(
    { reference: id },
    { order: "created_at", offset: 0, limit: MOST }
  )
  const attention = await ledger.attention(id)
  return {
    checkout: {
      ...checkoutAnswer(row),
      refund_requests: refunds.map(refundRequestAnswer),
      callbacks: callbacks.map(callbackAnswer),
      timeline: timeline(row, callbacks, refunds),
      attention: attention
        .filter(({ resolution }) => !resolution)
        .map((item) => attentionAnswer(item, new Map())),
    },
  }
}

function callbackAnswer(row: CallbackRow): CheckoutCallback {
  const { id, status, number_of_payments, held_reason, deliveries } = row
  return {
    ...{ id, status, number_of_payments, held_reason, deliveries },
    received_at: (row.received_at ?? row.created_at).toISOString(),
    last_received_at: (row.last_received_at ?? row.updated_at).toISOString(),
  }
}
