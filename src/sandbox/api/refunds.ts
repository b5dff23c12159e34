import { randomUUID } from "node:crypto"
import { Refusal, type Answer, type Exchange } from "../http/exchange"
import { readJson } from "../http/read-body"
import type { Parts } from "../parts"
import { refusalOf } from "../refunds/rules"
import type { SandboxCheckout, SandboxRefundRequest } from "../state/records"
import { refundResource } from "./envelopes"
import { paginate } from "./paginate"

/** `POST /api/refunds`: asks for a refund of a successful checkout. */
export function createRefund(parts: Parts, exchange: Exchange): Answer {
  const { checkout_id, amount } = readJson(exchange.raw)
  const checkout = parts.state.checkouts.get(String(checkout_id))
  if (!checkout) {
    throw new Refusal(404, "Checkout not found.")
  }
  const { settings, refundRequests } = parts.state
  const earlier = [...refundRequests.values()].filter(
    (one) => one.checkout_id === checkout.id
  )
  const now = parts.clock.now()
  const refused = refusalOf({ checkout, earlier, amount, now, settings })
  if (refused) {
    throw new Refusal(422, refused)
  }
  const refund = newRefund(parts, checkout, Number(amount))
  refundRequests.set(refund.id, refund)
  parts.changed()
  return { status: 200, json: { data: refundResource(refund) } }
}

/** `GET /api/refunds/:id` */
export function readRefund(parts: Parts, id: string): Answer {
  const refund = parts.state.refundRequests.get(id)
  if (!refund) {
    throw new Refusal(404, "Refund request not found.")
  }
  return { status: 200, json: { data: refundResource(refund) } }
}

/** `GET /api/refunds`: unless set, in no order that a client could lean on. */
export function listRefunds(parts: Parts, exchange: Exchange): Answer {
  const { refundRequests, settings } = parts.state
  // As they were made.
  const all = [...refundRequests.values()]
  const listed = {
    none: () => all.sort((a, b) => (a.id < b.id ? -1 : 1)),
    newest_first: () => all.reverse(),
    oldest_first: () => all,
  }[settings.refunds.order]()
  return { status: 200, json: paginate(listed.map(refundResource), exchange) }
}

/** What the service's support refunds by itself, whatever the rules say. */
export function refundBySupport(
  parts: Parts,
  checkout: SandboxCheckout,
  amount: number
): SandboxRefundRequest {
  const refund = newRefund(parts, checkout, amount)
  parts.state.refundRequests.set(refund.id, refund)
  parts.changed()
  return refund
}

function newRefund(
  parts: Parts,
  checkout: SandboxCheckout,
  amount: number
): SandboxRefundRequest {
  const { approval, refunds } = parts.state.settings
  return {
    id: randomUUID(),
    checkout_id: checkout.id,
    amount,
    currency: checkout.currency,
    status: "requested",
    created_at: parts.clock.iso(),
    next_move_at:
      approval === "automatic"
        ? parts.clock.now() + refunds.approveAfterMs
        : null,
  }
}
