import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { INSTALMENTS_MODULE } from "../../../../../modules/instalments"
import {
  amount,
  isUnconfirmed,
  list,
  ofTheSame,
  paymentStatus,
  toCents,
  whyNotDue,
} from "../../../../../modules/instalments/rules"
import type {
  CheckoutRow,
  PaymentStatus,
} from "../../../../../modules/instalments/types"
import { readBalance } from "../../../../../workflows/balance/read-balance"
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
 * what its order owes, else what became of the checkout itself; and with it, what becomes
 * of money that he has paid beside it.
 */
export async function whatCounts(
  container: MedusaContainer,
  asked: CheckoutRow
): Promise<Told> {
  const checkout = await askAbout(container, asked)
  const told =
    (await countsInstead(container, checkout)) ??
    (await whileDue(container, checkout))
  return withPaidBeside(container, checkout, told)
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
 * that only one that was booked since this page was opened counts instead.
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
    return bookedInstead(container, checkout)
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
 * What is known of the cart, the most important first: a payment that has its order or
 * may still get it, the order that the cart became in another way, a payment that the
 * shop decides about or the service has to confirm.
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
  if (order || !payment) {
    return order
  }
  return {
    status:
      payment.outcome === "unconfirmed"
        ? "pending"
        : paymentStatus({ ...checkout, ...payment, status: "successful" }),
    has_arrived: true,
    order_id: payment.order_id,
    payment_url: null,
    refundOf: checkout,
  }
}

/** What became of a checkout; its page only while what is paid there is still owed. */
async function whileDue(
  container: MedusaContainer,
  checkout: CheckoutRow
): Promise<Told> {
  const told = ofItself(checkout)
  return told.payment_url && !(await isDue(container, checkout))
    ? { ...told, payment_url: null }
    : told
}

/**
 * Whether a page is of what its cart comes to now, or of what its order owes; else its
 * payment would go back. Pages ask every few seconds: of a cart only the payment
 * collection is read, which core keeps to the cart's total.
 */
async function isDue(
  container: MedusaContainer,
  { cart_id, order_id, payment_collection_id, ...paid }: CheckoutRow
): Promise<boolean> {
  if (!cart_id && order_id) {
    const balance = await readBalance(order_id, container)
    const asked = { cents: paid.amount, currency: paid.currency }
    return balance !== null && whyNotDue(asked, balance) === null
  }
  const [collection] = await container
    .resolve(Modules.PAYMENT)
    .listPaymentCollections(
      { id: payment_collection_id },
      { select: ["amount", "currency_code"] }
    )
  return (
    !collection ||
    (collection.currency_code.toUpperCase() === paid.currency &&
      toCents(collection.amount, paid.currency) === paid.amount)
  )
}

/**
 * Tells a shopper of another payment for the same that has gone back since this page was
 * opened, or that the shop decides about beside one that counts. A page that may be
 * paid is never told as that one: he would pay a second time in another way.
 */
async function withPaidBeside(
  container: MedusaContainer,
  checkout: CheckoutRow,
  told: Told
): Promise<Told> {
  const { status } = told
  if (status === "unplaced") {
    return told
  }
  const outcome = status === "paid" ? ["returned", "held"] : ["returned"]
  if (outcome.includes(checkout.outcome)) {
    return { ...told, refundOf: checkout }
  }
  // A cart is sold once, while an order may have owed something before.
  const isAnyTime = status === "paid" && checkout.cart_id !== null
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const [refundOf] = await ledger.listCheckouts(
    {
      ...ofTheSame(checkout),
      outcome,
      ...(!isAnyTime && { outcome_at: { $gt: checkout.opened_at } }),
    },
    { order: { outcome_at: "DESC" }, take: 1 }
  )
  if (!refundOf) {
    return told
  }
  const isOver = status === "cancelled" || status === "expired"
  return { ...told, status: isOver ? "unplaced" : status, refundOf }
}
