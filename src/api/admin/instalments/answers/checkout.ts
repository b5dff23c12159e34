import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../../../../modules/instalments"
import type {
  CallbackRow,
  CheckoutRow,
} from "../../../../modules/instalments/types"
import { checkoutActions } from "./actions"
import { attentionAnswer, readEmails, type AttentionItem } from "./attention"
import { refundRequestAnswer, type RefundRequest } from "./refund-request"
import { timeline, type TimelineEntry } from "./timeline"
import { moment, type Action, type Moment, type Outcome } from "./words"

/** A checkout of the ledger. */
export type Checkout = {
  /** The reference. */
  id: string
  /** The service's id; null while the creation has not been answered. */
  checkout_id: string | null
  /** The service's word, also one this plugin does not know; null before. */
  status: string | null
  outcome: Outcome
  /** Why it is held or was returned, in a sentence. */
  held_reason: string | null
  amount: number
  currency: string
  number_of_payments: number | null
  payment_session_id: string
  /** Null when it pays what an order owes. */
  cart_id: string | null
  order_id: string | null
  /** When the shopper chose instalments. */
  created_at: Moment
  /** When the payment was learnt. */
  paid_at: Moment | null
  /** When the outcome became what it is; null while it is open. */
  outcome_at: Moment | null
  /** When it was last checked. */
  last_checked_at: Moment | null
  /** When background work checks it next. */
  next_look_at: Moment | null
  /** What went wrong last. */
  last_error: string | null
  /** The service's word, when it takes back that this was successful. */
  contradiction: string | null
  /** Since when the service does not know it, which it created. */
  unknown_at: Moment | null
  /** What can be done with it now. */
  actions: Action[]
}

/** `GET /admin/instalments/checkouts` */
export type CheckoutList = {
  checkouts: Checkout[]
  count: number
  offset: number
  limit: number
}

/** A verified callback of one checkout. */
export type CheckoutCallback = {
  id: string
  status: string | null
  number_of_payments: number | null
  /** Why it was kept and changed nothing; null for an ordinary one. */
  held_reason: string | null
  /** How often the same bytes came. */
  deliveries: number
  received_at: Moment
  last_received_at: Moment
}

/** `GET /admin/instalments/checkouts/:id` */
export type CheckoutDetail = Checkout & {
  refund_requests: RefundRequest[]
  callbacks: CheckoutCallback[]
  timeline: TimelineEntry[]
  /** What needs a person, of this checkout and its refunds; open items only. */
  attention: AttentionItem[]
}

/**
 * `GET /admin/instalments/checkouts/:id`, and what `POST …/:id/check`,
 * `/settle` and `/refund` answer when they are done.
 */
export type CheckoutAnswer = { checkout: CheckoutDetail }

/** A ledger row as the admin gets it. */
export function checkoutAnswer(row: CheckoutRow): Checkout {
  return {
    id: row.id,
    checkout_id: row.checkout_id,
    status: row.status,
    outcome: row.outcome,
    held_reason: row.held_reason,
    amount: row.amount,
    currency: row.currency,
    number_of_payments: row.number_of_payments,
    payment_session_id: row.payment_session_id,
    cart_id: row.cart_id,
    order_id: row.order_id,
    created_at: row.opened_at.toISOString(),
    paid_at: moment(row.paid_at),
    outcome_at: moment(row.outcome_at),
    last_checked_at: moment(row.last_checked_at),
    next_look_at: moment(row.next_check_at),
    last_error: row.last_error,
    contradiction: row.contradiction,
    unknown_at: moment(row.unknown_at),
    actions: checkoutActions(row),
  }
}

/** No checkout has more than this. */
const MOST_ROWS = 200

/**
 * Everything the ledger knows of one checkout.
 *
 * @throws MedusaError (not found) when there is none with this id.
 */
export async function readDetail(
  container: MedusaContainer,
  id: string
): Promise<CheckoutAnswer> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const row = await ledger.retrieveCheckout(id)
  const callbacks = await ledger.listCallbacks(
    { reference: id },
    { take: MOST_ROWS, order: { created_at: "ASC" } }
  )
  const { rows: refunds } = await ledger.reports.refundRequests.page(
    { reference: id },
    { order: "created_at", offset: 0, limit: MOST_ROWS }
  )
  const deeds = await ledger.deeds.to([
    ...[id, row.order_id ?? id],
    ...refunds.flatMap((one) => [one.id, one.refund_request_id ?? one.id]),
  ])
  const emails = await readEmails(
    container,
    deeds.map(({ actor_id }) => actor_id)
  )
  const attention = await ledger.attention.read(id)
  const open = attention.filter(({ resolution }) => !resolution)
  const held = open.find(({ kind }) => kind === "held-payment")
  return {
    checkout: {
      ...checkoutAnswer(row),
      // Its alert knows more than the row: the money may be back already.
      actions: checkoutActions(row).filter(
        ({ name }) => name !== "settle" || !held || held.actions.includes(name)
      ),
      refund_requests: refunds.map(refundRequestAnswer),
      callbacks: callbacks.map(callbackAnswer),
      timeline: timeline(row, callbacks, refunds, deeds, emails),
      attention: open.map((item) => attentionAnswer(item, new Map())),
    },
  }
}

function callbackAnswer(row: CallbackRow): CheckoutCallback {
  const { id, status, number_of_payments, held_reason, deliveries } = row
  return {
    ...{ id, status, number_of_payments, held_reason, deliveries },
    received_at: row.received_at.toISOString(),
    last_received_at: (row.last_received_at ?? row.updated_at).toISOString(),
  }
}
