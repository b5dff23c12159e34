/// <reference lib="dom" />
import { InstalmentsError } from "./errors.js"
import type { RememberedSessions } from "./remembered-sessions.js"
import { request, type Connection } from "./request.js"
import { PROVIDER_ID } from "./start.js"

/** What became of a payment, as far as a browser may know. */
export type Payment = {
  /**
   * - `pending`: not known yet, or still on the hosted page.
   * - `paid`: the order is placed, or what it owes is paid; see `orderId`.
   * - `cancelled`: nothing was paid; the cart or the order is as it was.
   * - `expired`: the service says that nothing was paid in time; start again.
   * - `unplaced`: paid, but no order could be placed, or it owed this no more;
   *   see `refund`.
   */
  status: "pending" | "paid" | "cancelled" | "expired" | "unplaced"
  orderId: string | null
  /** The hosted page, while the payment is pending. */
  paymentUrl: string | null
  /**
   * Of an unplaced payment that goes back; null while the shop decides. With
   * `paid` it is of a second payment of the same cart.
   */
  refund: Refund | null
}

/** Money on its way back, all of the payment. */
export type Refund = {
  /** Not asked for yet, under way at the service, or paid back by it. */
  status: "scheduled" | "requested" | "complete"
  /** The day by which the service has paid it back, `2026-11-24`. */
  expectedOn: string
}

type PaymentAnswer = {
  status: Payment["status"]
  order_id?: string | null
  payment_url?: string | null
  refund?: { status: Refund["status"]; expected_on: string } | null
}

type Sessions =
  | {
      id: string
      provider_id: string
      /** Only of an order's, which may have several. */
      created_at?: string
    }[]
  | null

/** What a cart has, and what an order has: a collection, and several. */
type PaidAnswer = {
  payment_collection?: { payment_sessions?: Sessions } | null
  payment_collections?: { payment_sessions?: Sessions }[] | null
}

const FIELDS: Record<string, string> = {
  cart: "payment_collection.payment_sessions.id,payment_collection.payment_sessions.provider_id",
  // Medusa reads all of an order's collections anyway, and then single fields of
  // their sessions are lost.
  order: "*payment_collections.payment_sessions",
}

/** Reads what became of a payment. @throws InstalmentsError */
export async function fetchPayment(
  connection: Connection,
  sessionId: string,
  signal?: AbortSignal
): Promise<Payment> {
  const payment = await request<PaymentAnswer>(connection, {
    path: `/store/instalments/payment-sessions/${encodeURIComponent(sessionId)}`,
    key: "payment",
    signal,
  })
  return {
    status: payment.status,
    orderId: payment.order_id ?? null,
    paymentUrl: payment.payment_url ?? null,
    refund: payment.refund
      ? {
          status: payment.refund.status,
          expectedOn: payment.refund.expected_on,
        }
      : null,
  }
}

/**
 * The payment session that an id stands for: itself, or what the browser
 * remembers of a cart or an order, or, in a browser that remembers nothing, what
 * the store says it is being paid with; of several the newest. For a cart that has
 * none it is the cart: Medusa deletes its sessions when it changes, paid or not.
 *
 * @throws InstalmentsError (not found) for an order without an instalment payment.
 */
export async function findSessionId(
  connection: Connection,
  remembered: RememberedSessions,
  id: string,
  signal?: AbortSignal
): Promise<string> {
  const known = remembered.get(id)
  const kind = /^(cart|order)_/.exec(id)?.[1]
  if (known || !kind) {
    return known ?? id
  }
  const answer = await request<PaidAnswer>(connection, {
    path: `/store/${kind}s/${encodeURIComponent(id)}?fields=id,${FIELDS[kind]}`,
    key: kind,
    signal,
  })
  const [session] = [
    answer.payment_collection ?? answer.payment_collections ?? [],
  ]
    .flat()
    .flatMap(({ payment_sessions }) => payment_sessions ?? [])
    .filter(({ provider_id }) => provider_id === PROVIDER_ID)
    .sort((a, b) => String(b.created_at).localeCompare(String(a.created_at)))
  if (!session && kind === "cart") {
    return id
  }
  if (!session) {
    throw new InstalmentsError(
      "not_found",
      "This order has no instalment payment."
    )
  }
  return session.id
}
