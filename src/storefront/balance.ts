/// <reference lib="dom" />
import { InstalmentsError } from "./errors.js"
import { hasArrived } from "./payment.js"
import { request, type Connection } from "./request.js"

/** What an order owes now: after an edit, an exchange, a claim, or from the start. */
export type Balance = {
  orderId: string
  /** What people know the order by: the shop's own number, else Medusa's. */
  displayId: string
  /** Medusa's number. A shop with numbers of its own shows `displayId`. */
  number: number
  /** Major units, to the cent; 0 when nothing is owed. */
  amount: number
  /** In lower case, as in Medusa. */
  currencyCode: string
  /** Nothing has to be paid for an order that is cancelled. */
  isCancelled: boolean
  /**
   * A payment of it has arrived, or is being confirmed, and is not booked yet: nobody
   * should pay again, in any way.
   */
  hasArrived: boolean
  /** Whether it can be paid here; not while it is being paid, here or in another way, and not once the merchant has archived the order. */
  isPayable: boolean
}

type OrderAnswer = {
  id: string
  display_id: number
  custom_display_id?: string | null
  status: string
  currency_code: string
  summary?: { pending_difference?: number | null } | null
  payment_collections?: PaymentCollection[] | null
}

type PaymentCollection = {
  id: string
  status: string
  payment_sessions?: { status: string }[] | null
}

// With the total beside it, Medusa counts what a return asks back as owed. It answers
// a session's status only with all of the session.
const FIELDS =
  "id,display_id,custom_display_id,status,currency_code,total,summary,payment_collections.id,payment_collections.status,payment_collections.payment_sessions.*"
/** Nobody holds money ready for it yet. */
const OPEN = ["not_paid", "awaiting"]
/** Another way to pay has its money under way, as a bank debit is for days. */
const UNDER_WAY = "pending_authorization"

/** What an order owes. @throws InstalmentsError; not found for a draft as well. */
export async function fetchBalance(
  connection: Connection,
  orderId: string,
  signal?: AbortSignal
): Promise<Balance> {
  // Before the order: what is booked in between is then no longer owed.
  const isArriving = await hasArrived(connection, orderId, signal)
  return balanceOf(await fetchOrder(connection, orderId, signal), isArriving)
}

/**
 * The payment collection by which an order's balance is paid.
 *
 * @throws InstalmentsError (refused) when nothing can be paid for the order now.
 */
export async function findOrderCollection(
  connection: Connection,
  orderId: string
): Promise<string> {
  const order = await fetchOrder(connection, orderId)
  const open = collectionOf(order)
  if (!open || !balanceOf(order).isPayable) {
    throw new InstalmentsError(
      "refused",
      `Nothing can be paid for order ${displayIdOf(order)} here now.`
    )
  }
  return open.id
}

function fetchOrder(
  connection: Connection,
  orderId: string,
  signal?: AbortSignal
): Promise<OrderAnswer> {
  return request<OrderAnswer>(connection, {
    path: `/store/orders/${encodeURIComponent(orderId)}?fields=${FIELDS}`,
    key: "order",
    signal,
  })
}

function balanceOf(order: OrderAnswer, isArriving = false): Balance {
  const isCancelled = order.status === "canceled"
  const due = isCancelled ? 0 : (order.summary?.pending_difference ?? 0)
  // A negative one is what the shop owes. Taxes leave decimals behind the cent: half
  // a cent is one, as the store charges it, also where a double is a little less.
  const amount = Math.max(0, Math.round(Number(`${due.toFixed(10)}e2`)) / 100)
  // It may have been cancelled before, which the Store API does not tell then.
  const isArchived = order.status === "archived"
  return {
    orderId: order.id,
    displayId: displayIdOf(order),
    number: order.display_id,
    amount,
    currencyCode: order.currency_code,
    isCancelled,
    hasArrived: isArriving,
    isPayable:
      amount > 0 &&
      !isArriving &&
      !isArchived &&
      collectionOf(order) !== undefined,
  }
}

const displayIdOf = ({ custom_display_id, display_id }: OrderAnswer) =>
  custom_display_id || String(display_id)

function collectionOf({ payment_collections }: OrderAnswer) {
  return payment_collections?.find(
    ({ status, payment_sessions }) =>
      OPEN.includes(status) &&
      !payment_sessions?.some((session) => session.status === UNDER_WAY)
  )
}
