import type {
  CheckoutRow,
  RefundRequestRow,
} from "../../src/modules/instalments/ledger/rows"
import { PROVIDER_ID } from "../../src/modules/instalments/name"
import { isOver } from "../../src/modules/instalments/refunds/state"
import { modelBreaches } from "./book-model"
import { readBookRows, type BookRows } from "./book-rows"
import { ordersOf, type OrderBooks } from "./books"
import {
  bookBreaches,
  paymentsOf,
  requestBreaches,
  serviceBreaches,
  sum,
  toTheCent,
  totalBreaches,
} from "./check-sums"
import { useBreaches } from "./check-uses"
import { isOthers } from "./other-system"
import type { Scene } from "./scene"

type Refund = Pick<RefundRequestRow, "amount">
/**
 * Checks Law 1 in the service, the ledger and Medusa. Answers one sentence for
 * each breach; an empty list means none.
 */
export async function breaches(scene: Scene): Promise<string[]> {
  const { store } = scene
  const { sandbox, ledger } = store
  const rows = await ledger.listCheckouts({}, { take: 1000 })
  const requests = await ledger.listRefundRequests({}, { take: 1000 })
  const orders = await ordersOf(store, scene.cartIds, scene.draftIds)
  const books = await readBookRows(
    scene,
    orders.map(({ id }) => id)
  )
  const attention = await ledger.attention.read()
  /** What waits for a person: a held payment, an order's failed refunds. */
  const alerts = ({ id, outcome }: CheckoutRow) => {
    const kind = outcome === "held" ? "held-payment" : "failed-refund"
    return attention
      .filter((cause) => cause.kind === kind && cause.reference === id)
      .map(({ amount }) => ({ amount: amount ?? 0 }))
  }
  const found: string[] = []
  const must = (holds: boolean, breach: string) => {
    if (!holds) {
      found.push(breach)
    }
  }

  for (const checkout of sandbox.checkouts.values()) {
    if (isOthers(checkout)) {
      found.push(...theftBreaches(checkout, rows, scene))
      continue
    }
    const row = rows.find(({ id }) => id === checkout.client_reference_id)
    const refunds = [...sandbox.refundRequests.values()].filter(
      ({ checkout_id, status }) =>
        checkout_id === checkout.id && status !== "failed"
    )
    const name = `checkout ${checkout.client_reference_id} (${checkout.amount} cents)`
    must(
      sum(refunds) <= checkout.amount,
      `${name} was refunded ${sum(refunds)}`
    )
    if (!row) {
      found.push(`${name} is not in the ledger`)
    } else if (checkout.status === "successful") {
      must(row.status === "successful", `${name} is paid, not in the ledger`)
      found.push(...outcomeBreaches(row, refunds, alerts(row), orders, name))
    } else {
      must(row.outcome !== "placed", `${name} is placed and was never paid`)
    }
  }
  for (const cartId of scene.cartIds) {
    const standing = orders.filter(
      (order) => order.cartId === cartId && !isCancelledLeftover(order)
    )
    must(
      standing.length <= 1,
      `cart ${cartId} became ${standing.length} orders`
    )
  }
  const ofCarts = rows.filter(({ cart_id }) => cart_id !== null)
  for (const row of ofCarts.filter(({ outcome }) => outcome === "placed")) {
    found.push(
      ...placedBreaches(row, orders, books, scene, attention, requests)
    )
  }
  for (const request of requests) {
    found.push(...requestBreaches(request, scene))
  }
  for (const order of orders) {
    found.push(...serviceBreaches(order, requests, scene))
    found.push(...totalBreaches(order, scene))
  }
  for (const order of orders.filter((one) => !isLeftUnbooked(one))) {
    found.push(...bookBreaches(order, requests))
    const its = books.find(({ order_id }) => order_id === order.id)
    found.push(...(its ? modelBreaches(order, its, requests) : []))
  }
  found.push(...(await useBreaches(scene, orders)))
  for (const [endpoint, times] of Object.entries(sandbox.journal.violations)) {
    found.push(`the limit of ${endpoint} was broken ${times} times`)
  }
  return found
}

function outcomeBreaches(
  row: CheckoutRow,
  refunds: Refund[],
  alerted: Refund[],
  orders: OrderBooks[],
  name: string
): string[] {
  const paid = orders.filter((order) =>
    paymentsOf(order).some(({ data }) => data?.reference === row.id)
  )
  switch (row.outcome) {
    case "placed": {
      const [order] = paid
      const payments = order
        ? paymentsOf(order).filter(({ data }) => data?.reference === row.id)
        : []
      const captured = payments.flatMap(({ captures }) => captures)
      const back = sum(refunds) + sum(alerted)
      if (order?.status === "canceled" && back < row.amount) {
        return [
          `${name} has a cancelled order, but only ${sum(refunds)} cents are returned, and alerts name ${sum(alerted)}`,
        ]
      }
      return paid.length === 1 &&
        order?.id === row.order_id &&
        payments.length === 1 &&
        captured.length === 1 &&
        sum(captured) === row.amount
        ? []
        : [
            `${name} is placed as ${row.order_id}, with ${paid.length} orders, ${payments.length} payments, ${sum(captured)} cents captured`,
          ]
    }
    case "returned":
      return [
        ...(sum(refunds) === row.amount
          ? []
          : [`${name} is returned, but only ${sum(refunds)} cents are`]),
        ...(paid.length === 0
          ? []
          : [`${name} is returned and paid order ${paid[0]?.id}`]),
      ]
    case "held":
      return row.held_reason && alerted.length === 1
        ? []
        : [`${name} is held, with ${alerted.length} alerts`]
    default:
      return [`${name} is ${row.outcome}: neither placed, returned nor held`]
  }
}

/**
 * An order is placed only for a payment, and for exactly its amount; else there is an
 * alert until refunds have returned what was paid too much.
 */
function placedBreaches(
  { id, order_id, amount }: CheckoutRow,
  orders: OrderBooks[],
  books: BookRows[],
  { store }: Scene,
  attention: { kind: string; reference: string | null }[],
  requests: Pick<RefundRequestRow, "reference" | "status" | "amount">[]
): string[] {
  const paid = [...store.sandbox.checkouts.values()].some(
    (checkout) =>
      checkout.client_reference_id === id && checkout.status === "successful"
  )
  const order = orders.find((one) => one.id === order_id)
  const isAlerted = attention.some(
    ({ kind, reference }) => kind === "other-amount" && reference === id
  )
  const found = paid ? [] : [`checkout ${id} is placed, and nobody paid it`]
  if (!order || order.status === "canceled" || isAlerted) {
    return found
  }
  // Later changes and credit do not count here.
  const first = books.find((one) => one.order_id === order.id)?.at(1)
  const total = first ? toTheCent(first.goods - first.own) : 0
  const back = sum(
    requests.filter((one) => one.reference === id && !isOver(one.status))
  )
  const isRefunded = back >= (amount > total ? amount - total : amount)
  return total === amount || isRefunded
    ? found
    : [
        ...found,
        `order ${order_id} came to ${total} cents, ${amount} were paid, and no alert says so`,
      ]
}

/** The store never takes another system's sales and refunds as its own. */
function theftBreaches(
  checkout: { id: string; amount: number },
  rows: CheckoutRow[],
  { store }: Scene
): string[] {
  const name = `another system's checkout ${checkout.id}`
  const thief = rows.find(({ checkout_id }) => checkout_id === checkout.id)
  const refunded = [...store.sandbox.refundRequests.values()].filter(
    (refund) => refund.checkout_id === checkout.id && !isOthers(refund)
  )
  return [
    ...(thief ? [`${name} is taken for ${thief.id}`] : []),
    ...(refunded.length > 0 ? [`${name} was refunded by the store`] : []),
  ]
}

/**
 * An order that a failed completion of core left without cart and payment, and
 * that the merchant has cancelled: the cart may be bought after that.
 */
function isCancelledLeftover({
  status,
  cart,
  payment_collections,
  transactions,
}: OrderBooks): boolean {
  return (
    status === "canceled" &&
    !cart &&
    payment_collections.length === 0 &&
    transactions.length === 0
  )
}

/**
 * Core refunds another provider's payment of a cancelled order, and only then refuses to
 * book it, as the order "has been canceled".
 */
function isLeftUnbooked(order: OrderBooks): boolean {
  return (
    order.status === "canceled" &&
    paymentsOf(order).some(
      ({ provider_id, refunds }) =>
        provider_id !== PROVIDER_ID && refunds.length > 0
    )
  )
}
