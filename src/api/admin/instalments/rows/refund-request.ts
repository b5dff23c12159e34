import type { FoundRefundRequest } from "../../../../modules/instalments/reports/refund-requests"
import type { RefundRequest } from "../answers"
import { refundRequestActions } from "./actions"
import { moment } from "./moment"

/** A refund request as the admin gets it. */
export function refundRequestAnswer(row: FoundRefundRequest): RefundRequest {
  return {
    id: row.id,
    reference: row.reference,
    checkout_id: row.checkout_id,
    refund_request_id: row.refund_request_id,
    amount: row.amount,
    currency: row.currency,
    status: row.status,
    service_status: row.service_status,
    reason: row.reason,
    payment_id: row.payment_id,
    refund_id: row.refund_id,
    order_id: row.order_id,
    created_at: (row.asked_at ?? row.created_at).toISOString(),
    send_after: row.send_after.toISOString(),
    sent_at: moment(row.sent_at),
    finished_at: moment(row.finished_at),
    next_look_at: moment(row.look_after),
    last_error: row.last_error,
    held_reason: row.held_reason,
    waits_for: row.waits_for?.id ?? null,
    undone_at: moment(row.undone_at),
    actions: refundRequestActions(row),
  }
}
