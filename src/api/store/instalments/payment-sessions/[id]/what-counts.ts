import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../../../../../modules/instalments"
import { paymentStatus } from "../../../../../modules/instalments/rules"
import type {
  CheckoutRow,
  PaymentStatus,
} from "../../../../../modules/instalments/types"
import {
  askAboutAnother,
  bringUpToDate,
  CALLBACK_COMES_MS,
} from "../../../bring-up-to-date"

/** What a shopper is told. `refundOf` is the payment whose refund is told with it. */
export type Told = {
  status: PaymentStatus
  order_id: string | null
  payment_url: string | null
  refundOf: CheckoutRow | null
}

/**
 * What to tell a shopper who asks about a checkout: what counts for its cart, else
 * what became of the checkout itself. For what an order owes, another payment is no
 * answer about this one.
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
  const status = paymentStatus(checkout)
  return {
    status,
    order_id: status === "paid" ? checkout.order_id : null,
    payment_url: status === "pending" ? checkout.payment_url : null,
    refundOf: checkout,
  }
}

/** The order that a cart became, in whatever way it was paid; null when there is none. */
export async function placedOrder(
  container: MedusaContainer,
  cart_id: string
): Promise<Told | null> {
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({
      entity: "order_cart",
      fields: [
        ...["order_id", "order.created_at"],
        "order.payment_collections.payments.id",
      ],
      filters: { cart_id },
    })
  const [link] = data as unknown as OrderOfCart[]
  const { now } = container.resolve(INSTALMENTS_MODULE)
  return link && stands(link, now())
    ? {
        status: "paid",
        order_id: link.order_id,
        payment_url: null,
        refundOf: null,
      }
    : null
}

type OrderOfCart = {
  order_id: string
  order?: {
    created_at: string | Date
    payment_collections?: { payments?: unknown[] | null }[] | null
  } | null
}

/** So long core's lock on a cart that it completes lasts. */
const COMPLETION_MS = 2 * 60_000

/**
 * Core makes the order before it authorises the payment, and takes the order back
 * when that fails. So an order without a payment is believed a little later: it is
 * free, or its provider authorises the payment later.
 */
function stands({ order }: OrderOfCart, now: number): boolean {
  if (!order) {
    return false
  }
  const collections = order.payment_collections ?? []
  return (
    collections.some(({ payments }) => payments?.length) ||
    now - new Date(order.created_at).getTime() > COMPLETION_MS
  )
}

/**
 * Before a shopper is told that nothing was paid, another open page of the cart is
 * asked about. For what an order owes it is only asked about, so that it is booked.
 */
async function countsInstead(
  container: MedusaContainer,
  checkout: CheckoutRow
): Promise<Told | null> {
  const { cart_id } = checkout
  const first = cart_id ? await known(container, checkout, cart_id) : null
  if (first || !["cancelled", "expired"].includes(paymentStatus(checkout))) {
    return first
  }
  const other = await askAboutAnother(container, checkout)
  return other && cart_id ? known(container, checkout, cart_id) : null
}

/**
 * What is known of the cart beside this checkout, the most important first: a
 * payment that has its order or may still get it, the order that the cart became in
 * another way, a payment that the shop decides about, one that went back.
 */
async function known(
  container: MedusaContainer,
  checkout: CheckoutRow,
  cart_id: string
): Promise<Told | null> {
  const { checkouts } = container.resolve(INSTALMENTS_MODULE)
  const payment = await checkouts.knownPayment(cart_id)
  const order =
    !payment || payment.outcome === "held"
      ? await placedOrder(container, cart_id)
      : null
  if (order) {
    return { ...order, refundOf: checkout }
  }
  if (payment) {
    return {
      status: paymentStatus({ ...checkout, ...payment, status: "successful" }),
      order_id: payment.order_id,
      payment_url: null,
      refundOf: checkout,
    }
  }
  return returnedInstead(container, checkout, cart_id)
}

/**
 * A payment of the cart that went back after this checkout was opened: the older
 * page was paid, of a cart that had changed. While this one may be paid too, the
 * service has to say first that it is not.
 */
async function returnedInstead(
  container: MedusaContainer,
  checkout: CheckoutRow,
  cart_id: string
): Promise<Told | null> {
  const { status, opened_at, heard_at, wanted_at } = checkout
  if (status === "successful") {
    return null
  }
  const [refundOf] = await container
    .resolve(INSTALMENTS_MODULE)
    .listCheckouts(
      { cart_id, outcome: "returned", outcome_at: { $gt: opened_at } },
      { order: { outcome_at: "DESC" }, take: 1 }
    )
  if (!refundOf?.outcome_at) {
    return null
  }
  const heardSince =
    heard_at !== null && heard_at >= refundOf.outcome_at && wanted_at === null
  return heardSince || paymentStatus(checkout) !== "pending"
    ? { status: "unplaced", order_id: null, payment_url: null, refundOf }
    : null
}

async function askAbout(
  container: MedusaContainer,
  checkout: CheckoutRow
): Promise<CheckoutRow> {
  const { now } = container.resolve(INSTALMENTS_MODULE)
  const isYoung = now() - checkout.opened_at.getTime() < CALLBACK_COMES_MS
  return isYoung ? checkout : await bringUpToDate(container, checkout)
}
