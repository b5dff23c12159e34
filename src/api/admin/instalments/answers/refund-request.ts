import { MedusaError } from "@medusajs/framework/utils"
import {
  howItEnded,
  isOver,
  isOverLate,
} from "../../../../modules/instalments/rules"
import type {
  FoundRefundRequest,
  InstalmentsModuleService,
} from "../../../../modules/instalments/types"
import { refundRequestActions } from "./actions"
import { moment, type Action, type Moment, type RefundStatus } from "./words"

/** A refund request of the ledger. */
export type RefundRequest = {
  id: string
  /** The ledger's checkout. */
  reference: string
  checkout_id: string | null
  /** The service's id; null until it has accepted the refund request. */
  refund_request_id: string | null
  amount: number
  /** What the service says that it refunds, where that is another amount. */
  service_amount: number | null
  currency: string
  status: RefundStatus
  /** The service's own word, also one this plugin does not know. */
  service_status: string | null
  /** Who asked: a person in the admin, Medusa itself, or settling. */
  reason: "merchant" | "system" | "unplaced"
  payment_id: string | null
  /** Medusa's refund. */
  refund_id: string | null
  /** The order of the checkout. */
  order_id: string | null
  created_at: Moment
  send_after: Moment
  sent_at: Moment | null
  finished_at: Moment | null
  /** When background work checks it next. */
  next_look_at: Moment | null
  last_error: string | null
  /** Why it waits for a person. */
  held_reason: string | null
  /** The refund request in doubt that must end before this one is sent. */
  waits_for: string | null
  /** When Medusa's books were restored after it had failed. */
  undone_at: Moment | null
  actions: Action[]
}

/** `GET /admin/instalments/refund-requests` */
export type RefundRequestList = {
  refund_requests: RefundRequest[]
  count: number
  offset: number
  limit: number
}

/** `POST /admin/instalments/refund-requests/:id/retry` */
export type RefundRequestAnswer = { refund_request: RefundRequest }

/** A refund request as the admin gets it. */
export function refundRequestAnswer(row: FoundRefundRequest): RefundRequest {
  return {
    id: row.id,
    reference: row.reference,
    checkout_id: row.checkout_id,
    refund_request_id: row.refund_request_id,
    amount: row.amount,
    service_amount: row.service_amount,
    currency: row.currency,
    status: row.status,
    service_status: row.service_status,
    reason: row.reason,
    payment_id: row.payment_id,
    refund_id: row.refund_id,
    order_id: row.order_id,
    created_at: row.filed_at.toISOString(),
    send_after: row.send_after.toISOString(),
    sent_at: moment(row.sent_at),
    finished_at: moment(row.finished_at),
    next_look_at: moment(row.next_check_at),
    last_error: row.last_error,
    held_reason: row.held_reason,
    waits_for: row.waits_for?.id ?? null,
    undone_at: moment(row.undone_at),
    actions: refundRequestActions(row),
  }
}

/** One refund request with what the admin shows of it. @throws MedusaError 404. */
export async function findRefundRequest(
  ledger: InstalmentsModuleService,
  id: string
): Promise<FoundRefundRequest> {
  const page = { order: "-created_at", offset: 0, limit: 1 } as const
  const { rows } = await ledger.reports.refundRequests.page({ id }, page)
  const [row] = rows
  if (!row) {
    throw new MedusaError(
      MedusaError.Types.NOT_FOUND,
      `The ledger has no refund request ${id}.`,
      "instalments_not_found"
    )
  }
  return row
}

/** Why a refund request is not retried, and what a person does instead. */
export function whyNoRetry(row: FoundRefundRequest): string {
  const { id, status } = row
  if (status === "in_doubt" && row.superseded_by) {
    return `The service accepted another sending of refund request ${id} late, ${row.superseded_by} here, so it is not sent again. Ask its support, and end the doubt.`
  }
  if (status === "in_doubt" || status === "sending") {
    return `Refund request ${id} is being looked up in the service's list; it is sent again by itself if it is not there.`
  }
  if (!isOver(status)) {
    return `Refund request ${id} is ${status}; only one that is over in vain can be retried.`
  }
  if (row.superseded_by) {
    return `The money of refund request ${id} has been asked for again already, by ${row.superseded_by}.`
  }
  if (row.left <= 0) {
    return `Nothing is left to return: the money of refund request ${id} has been asked for again already.`
  }
  if (isOverLate(row)) {
    return `Refund request ${id} is a sending that the service accepted late, and ${howItEnded(status)}. Nothing is owed for it: look at the other sending of the refund.`
  }
  return row.refund_id && !row.undone_at
    ? `Refund request ${id} ${howItEnded(status)}, and Medusa's books are being put back. Refund again from the order's page in a minute.`
    : `Refund request ${id} ${howItEnded(status)}, and Medusa's books do not hold it any more. Refund again from the order's page.`
}
