/// <reference lib="dom" />
import { InstalmentsError } from "./errors.js"
import type { RememberedSessions } from "./remembered-sessions.js"
import { request, type Connection } from "./request.js"

/** The payment provider's name in Medusa. */
export const PROVIDER_ID = "pp_instalments_instalments"

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
  /**
   * The hosted page, while it may be paid there and the store has its address, which is
   * erased with the shopper's data.
   */
  paymentUrl: string | null
  /**
   * Of a pending payment: it has arrived, or is being confirmed, so the shopper must not
   * pay again. Left out while the store has never answered: then it may have.
   */
  hasArrived?: boolean | undefined
  /**
   * Of an unplaced payment that goes back; null while the shop decides. With
   * `paid` it is of a second payment of the same cart or order, and with `pending` of
   * another one: this one may still be paid.
   */
  refund: Refund | null
  /** With `paid`: there is a second payment, and the shop decides about its money. */
  isHeld?: boolean | undefined
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
  has_arrived?: boolean
  refund?: { status: Refund["status"]; expected_on: string } | null
  is_held?: boolean
}

/** What the store says a cart is being paid with. */
type CartAnswer = {
  payment_collection?: {
    payment_sessions?: { id: string; provider_id: string }[] | null
  } | null
}

const FIELDS =
  "id,payment_collection.payment_sessions.id,payment_collection.payment_sessions.provider_id"

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
    hasArrived:
      payment.status === "pending" &&
      (payment.has_arrived ?? !payment.payment_url),
    refund: payment.refund
      ? {
          status: payment.refund.status,
          expectedOn: payment.refund.expected_on,
        }
      : null,
    ...(payment.is_held && { isHeld: true }),
  }
}

/**
 * Whether a payment has arrived, or is being confirmed, and is neither placed nor
 * booked.
 */
export function isArriving(payment: Payment | null): boolean {
  return payment?.status === "pending" && payment.hasArrived !== false
}

/** The same of an order's payment. @throws InstalmentsError */
export async function hasArrived(
  connection: Connection,
  orderId: string,
  signal?: AbortSignal
): Promise<boolean> {
  try {
    return isArriving(await fetchPayment(connection, orderId, signal))
  } catch (error) {
    if (error instanceof InstalmentsError && error.code === "not_found") {
      return false
    }
    throw error
  }
}

/**
 * The payment session that an id stands for: itself, or what the browser
 * remembers of a cart or an order, or, in a browser that remembers nothing, what
 * the store says a cart is being paid with. For a cart that has none it is the
 * cart, and for an order the order: Medusa deletes the sessions of a cart that
 * changes and of an order that is to be paid in another way, paid or not.
 */
export async function findSessionId(
  connection: Connection,
  remembered: RememberedSessions,
  id: string,
  signal?: AbortSignal
): Promise<string> {
  const known = remembered.get(id)
  if (known || !id.startsWith("cart_")) {
    return known ?? id
  }
  const { payment_collection } = await request<CartAnswer>(connection, {
    path: `/store/carts/${encodeURIComponent(id)}?fields=${FIELDS}`,
    key: "cart",
    signal,
  })
  const session = payment_collection?.payment_sessions?.find(
    ({ provider_id }) => provider_id === PROVIDER_ID
  )
  return session?.id ?? id
}
