/*
 * Medusa 2.21.2. A process that is killed in the middle of core's cart completion leaves an order
 * without its cart or its payment. Core does not find that order again: the next
 * completion of the cart makes a second one.
 * Canary: `integration-tests/medusa/defects.spec.ts`.
 */
import type { MedusaContainer } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  Modules,
  OrderWorkflowEvents,
} from "@medusajs/framework/utils"
import type { CheckoutRow } from "../../modules/instalments/types"
import { checkoutReferences, log } from "../../modules/instalments/log"
import { betweenCompletions, type CartCheckout } from "../settle/lock"
import { withOrderLease } from "../order-lease"
import { deadPayments, type BookedPayment } from "../settle/booked-payment"
import { giveBackUses } from "./left-uses"
import { dropLinksToNothing } from "./links-to-nothing"
import { dropPayments } from "./surplus-payments"
import {
  orderIdOf,
  readPlacedOrder,
  type PlacedOrder,
} from "../settle/read-placed-order"
import { readMarkedOrders, wasOwing, type MarkedOrder } from "./marked-orders"

/**
 * Finishes the work of a process that was killed in the middle of core's cart
 * completion. Core does not find that work again. An order without a payment is
 * rolled back, as core's own compensation would have done, so that the next
 * completion starts new. An order with its payment gets its missing
 * transactions, also when the merchant has cancelled it meanwhile. Payments that are in
 * the books twice are removed. Answers the order that stands then, read while nobody
 * else completes the cart: Medusa may take back the order that it makes.
 */
export function repairCompletion(
  checkout: CartCheckout,
  container: MedusaContainer
): Promise<PlacedOrder | null> {
  return betweenCompletions(checkout, container, async () => {
    await repair(checkout, container)
    return readPlacedOrder(checkout, container)
  })
}

/** What `repairCompletion` removes and adds; the caller holds the cart's lock. */
export async function repair(
  checkout: CartCheckout,
  container: MedusaContainer
): Promise<void> {
  const { cart_id } = checkout
  await dropLinksToNothing(checkout, container)
  const orders = await readMarkedOrders(checkout, container)
  const payments = orders.flatMap((order) => order.payments)
  const dead = await deadPayments(payments, checkout, container)
  const unpaid: MarkedOrder[] = []
  for (const order of orders) {
    if (isUnpaid(order, dead) && !(await wasOwing(order.id, container))) {
      unpaid.push(order)
    }
  }
  const others = orders.filter((order) => !unpaid.includes(order))
  const whole = others.find(({ cartId }) => cartId === cart_id)
  const paid = whole ?? others[0]
  // What a merchant has completed is not taken away.
  const left = unpaid.filter(({ status }) => status === "pending")
  const linked = await linkedOrder(checkout, container)
  const isWhole = linked && !left.some(({ id }) => id === linked.id)
  // Later orders were copied by the shop from a complete order, with the mark, also to
  // replace one that was cancelled.
  for (const order of left.filter(
    ({ number }) => !isWhole || number < linked.display_id
  )) {
    await rollBack(order, { checkout, reopen: !whole }, container)
  }
  if (paid) {
    await dropPayments(checkout, paid, container)
    const repaired = await readMarkedOrders(checkout, container)
    await addMissingTransactions(
      repaired.find(({ id }) => id === paid.id) ?? paid,
      checkout,
      container
    )
  } else if (!(await readPlacedOrder(checkout, container))) {
    await dropPayments(checkout, null, container)
  }
}

/** The order that a cart became, also one that was cancelled or deleted softly. */
async function linkedOrder(checkout: CartCheckout, container: MedusaContainer) {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const id = await orderIdOf(checkout, query)
  const [order] = await container
    .resolve(Modules.ORDER)
    .listOrders(
      { id: id ?? [] },
      { take: 1, select: ["id", "display_id"], withDeleted: true }
    )
  return order
}

function isUnpaid(order: MarkedOrder, dead: BookedPayment[]): boolean {
  const ids = dead.map(({ id }) => id)
  const stands = order.payments.some(
    ({ id, captures }) =>
      !ids.includes(id) ||
      captures.some((capture) =>
        order.transactionReferences.includes(capture.id)
      )
  )
  return !stands && !order.isWithoutPayment
}

async function rollBack(
  order: MarkedOrder,
  { checkout, reopen }: { checkout: CartCheckout; reopen: boolean },
  container: MedusaContainer
) {
  const { cart_id } = checkout
  log(container).warn(
    `Order ${order.id} was left unfinished by a process that stopped; cart ${cart_id} is completed anew.`,
    { ...checkoutReferences(checkout), order_id: order.id }
  )
  await giveBackUses(order, container)
  await container
    .resolve(Modules.INVENTORY)
    .deleteReservationItemsByLineItem(order.itemIds)
  const ofOrder = { [Modules.ORDER]: { order_id: order.id } }
  // Not `delete`: it would delete the cart's payment collection with the link.
  await container.resolve(ContainerRegistrationKeys.LINK).dismiss([
    { ...ofOrder, [Modules.CART]: { cart_id } },
    ...order.collectionIds.map((payment_collection_id) => ({
      ...ofOrder,
      [Modules.PAYMENT]: { payment_collection_id },
    })),
    ...order.promotionIds.map((promotion_id) => ({
      ...ofOrder,
      [Modules.PROMOTION]: { promotion_id },
    })),
  ])
  if (reopen) {
    // Medusa's type of a cart's update has no null; the column accepts it.
    const reopened: object = { completed_at: null }
    await container.resolve(Modules.CART).updateCarts(cart_id, reopened)
  }
  await container.resolve(Modules.ORDER).deleteOrders([order.id])
}

async function addMissingTransactions(
  order: MarkedOrder,
  { id: ours }: CheckoutRow,
  container: MedusaContainer
) {
  const missing = order.payments
    .filter(({ reference }) => reference === ours)
    .flatMap(({ captures, currency_code }) =>
      captures.map((capture) => ({ ...capture, currency_code }))
    )
    .filter(({ id }) => !order.transactionReferences.includes(id))
  if (missing.length === 0) {
    return
  }
  await withOrderLease(order, container, () =>
    container.resolve(Modules.ORDER).addOrderTransactions(
      missing.map(({ id, amount, currency_code }) => ({
        order_id: order.id,
        amount,
        currency_code,
        reference: "capture",
        reference_id: id,
      }))
    )
  )
  if (order.isCancelled) {
    return
  }
  // Core would have emitted it at the end of that completion.
  await container
    .resolve(Modules.EVENT_BUS)
    .emit({ name: OrderWorkflowEvents.PLACED, data: { id: order.id } })
}
