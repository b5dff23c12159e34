import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { INSTALMENTS_MODULE } from "../../../../../modules/instalments"
import {
  amount,
  isUnconfirmed,
  list,
  ofTheSame,
  paymentStatus,
} from "../../../../../modules/instalments/rules"
import type {
  CheckoutRow,
  PaymentStatus,
} from "../../../../../modules/instalments/types"
import {
  isWithoutPayment,
  sessionOfOrder,
  wasOwing,
} from "../../../../../workflows/medusa-repairs/marked-orders"
import { orderIdOf } from "../../../../../workflows/settle/read-placed-order"
import { askAbout, askAboutOthers } from "../../../bring-up-to-date"

/** What a shopper is told. `refundOf` is the payment whose refund is told with it. */
export type Told = {
  status: PaymentStatus
  /** Of a `pending` one: it has arrived, or is being confirmed. */
  has_arrived?: boolean
  order_id: string | null
  payment_url: string | null
  refundOf: CheckoutRow | null
}

/**
 * What to tell a shopper who asks about a checkout: what counts for its cart, or for
 * what its order owes, else what became of the checkout itself.
 */
export async function whatCounts(
  container: MedusaContainer,
  asked: CheckoutRow
): Promise<Told> {
  const checkout = await askAbout(container, asked)
  const other = await countsInstead(container, checkout)
  if (other) {
    return other
  }
  return ofItself(checkout)
}

/** What became of one checkout. A page that is paid, or may be, is handed out to nobody. */
export function ofItself(checkout: CheckoutRow): Told {
  const status = paymentStatus(checkout)
  const has_arrived =
    checkout.status === "successful" || isUnconfirmed(checkout)
  const isOpen = status === "pending" && !has_arrived
  return {
    status,
    has_arrived,
    order_id: status === "paid" ? checkout.order_id : null,
    payment_url: isOpen ? checkout.payment_url : null,
    refundOf: checkout,
  }
}

const orderOfCart = z.object({
  version: z.number(),
  total: amount,
  created_at: z.coerce.date(),
  payment_collections: list(
    z.object({
      payment_sessions: list(sessionOfOrder),
      payments: list(z.object({ canceled_at: z.unknown() })),
    })
  ),
})

/**
 * The order that a cart became, in whatever way it was paid; null when there is none.
 * Core makes the order before it authorises the payment, and a completion that fails
 * or is killed may leave it: without its payment it counts only if it needs none.
 */
export async function placedOrder(
  container: MedusaContainer,
  cart_id: string
): Promise<Told | null> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const order_id = await orderIdOf({ cart_id, order_id: null }, query)
  if (!order_id) {
    return null
  }
  const { data } = await query.graph({
    entity: "order",
    fields: [
      ...["version", "total", "created_at"],
      "payment_collections.payment_sessions.status",
      "payment_collections.payment_sessions.provider_id",
      "payment_collections.payment_sessions.created_at",
      "payment_collections.payments.canceled_at",
    ],
    filters: { id: order_id },
  })
  const order = data[0] ? orderOfCart.parse(data[0]) : null
  const isPaid = order?.payment_collections.some(({ payments }) =>
    payments.some(({ canceled_at }) => !canceled_at)
  )
  return order &&
    (isPaid || isWithoutPayment(order) || (await wasOwing(order_id, container)))
    ? { status: "paid", order_id, payment_url: null, refundOf: null }
    : null
}

/**
 * Before a shopper is told that nothing was paid, or is led to the page, other open pages
 * of the cart are asked about, or for what the order owes. Of another page's payment for
 * that he is told only that it goes back, or that it was booked since this one was opened.
 */
async function countsInstead(
  container: MedusaContainer,
  checkout: CheckoutRow
): Promise<Told | null> {
  const { cart_id } = checkout
  const first = cart_id ? await known(container, checkout, cart_id) : null
  const isOver = ["cancelled", "expired"].includes(paymentStatus(checkout))
  if (first || !(isOver || ofItself(checkout).payment_url)) {
    return first
  }
  const isPolled = !isOver
  const isAsked = await askAboutOthers(container, checkout, { isPolled })
  if (!cart_id) {
    return (
      (await bookedInstead(container, checkout)) ??
      returnedInstead(container, checkout)
    )
  }
  return isAsked ? known(container, checkout, cart_id) : null
}

/**
 * A payment of the same collection that was booked on the order after this checkout was
 * opened: what is paid now goes back. Another part of what the order owes has a
 * collection of its own.
 */
async function bookedInstead(
  container: MedusaContainer,
  { order_id, payment_collection_id, opened_at }: CheckoutRow
): Promise<Told | null> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const [booked] = await ledger.listCheckouts({
    ...ofTheSame({ cart_id: null, order_id }),
    ...{ payment_collection_id, outcome: "placed" },
    outcome_at: { $gt: opened_at },
  })
  return booked ? ofItself(booked) : null
}

/**
 * What is known of the cart beside this checkout, the most important first: a
 * payment that has its order or may still get it, the order that the cart became in
 * another way, a payment that the shop decides about or the service has to confirm, one
 * that went back.
 */
async function known(
  container: MedusaContainer,
  checkout: CheckoutRow,
  cart_id: string
): Promise<Told | null> {
  const { opening } = container.resolve(INSTALMENTS_MODULE)
  const payment = await opening.knownPayment(cart_id)
  const isUnsure = !payment || ["held", "unconfirmed"].includes(payment.outcome)
  const order = isUnsure ? await placedOrder(container, cart_id) : null
  const isPlaced = order || payment?.outcome === "placed"
  // Whichever of its payments is asked about: the storefront knows the one begun last.
  const refundOf =
    isPlaced && checkout.outcome !== "returned"
      ? await lastReturned(container, checkout)
      : checkout
  if (order) {
    return { ...order, refundOf }
  }
  if (payment) {
    return {
      status:
        payment.outcome === "unconfirmed"
          ? "pending"
          : paymentStatus({ ...checkout, ...payment, status: "successful" }),
      has_arrived: true,
      order_id: payment.order_id,
      payment_url: null,
      refundOf,
    }
  }
  return returnedInstead(container, checkout)
}

/**
 * A payment of the cart, or for what the order owes, that went back after this checkout
 * was opened: the older page was paid, of another amount. While this one may be paid too, the
 * service has to say first that it is not.
 */
async function returnedInstead(
  container: MedusaContainer,
  checkout: CheckoutRow
): Promise<Told | null> {
  const { status, opened_at, heard_at, wanted_at } = checkout
  if (status === "successful") {
    return null
  }
  const refundOf = await lastReturned(container, checkout, {
    outcome_at: { $gt: opened_at },
  })
  if (!refundOf?.outcome_at) {
    return null
  }
  const heardSince =
    heard_at !== null && heard_at >= refundOf.outcome_at && wanted_at === null
  return heardSince || paymentStatus(checkout) !== "pending"
    ? { status: "unplaced", order_id: null, payment_url: null, refundOf }
    : null
}

/** The payment of the same cart, or order, that went back last. */
async function lastReturned(
  container: MedusaContainer,
  checkout: CheckoutRow,
  since: { outcome_at?: { $gt: Date } } = {}
): Promise<CheckoutRow | null> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const [last] = await ledger.listCheckouts(
    { ...ofTheSame(checkout), outcome: "returned", ...since },
    { order: { outcome_at: "DESC" }, take: 1 }
  )
  return last ?? null
}
