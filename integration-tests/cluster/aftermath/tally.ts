import { ordersOf, type OrderOfCart } from "../../laws/books"
import { paymentsOf, sum } from "../../laws/check-sums"
import type { Scene } from "../../laws/scene"
import type { Wish } from "./sums"

/**
 * One sentence for each payment or refund that somebody lost, or that was made
 * twice: by what the service has, held against Medusa and the shoppers' wishes.
 */
export async function tally(scene: Scene, wishes: Wish[]) {
  const lost: string[] = []
  const doubled: string[] = []
  const orders = await ordersOf(scene.store, scene.cartIds)
  const payments = orders.flatMap(paymentsOf)
  const { checkouts } = scene.store.sandbox
  const paid = [...checkouts.values()].filter(
    ({ status }) => status === "successful"
  )
  for (const { client_reference_id: reference, amount } of paid) {
    const its = payments.filter(({ data }) => data?.reference === reference)
    const captured = sum(its.flatMap(({ captures }) => captures))
    const says = `payment ${reference} of ${amount} cents has ${its.length} payments and ${captured} cents captured in Medusa`
    if (captured < amount) {
      lost.push(says)
    } else if (captured > amount || its.length > 1) {
      doubled.push(says)
    }
  }
  for (const { orderId, balances, refunded } of wishes) {
    const order = orders.find(({ id }) => id === orderId)
    const count = order ? paymentsOf(order).length : 0
    const returned = order ? returnedOf(scene, order) : 0
    const paid = `order ${orderId} was paid ${count} times, not ${1 + balances}`
    const back = `order ${orderId} was refunded ${returned} cents, not ${refunded}`
    lost.push(...(count < 1 + balances ? [paid] : []))
    lost.push(...(returned < refunded ? [back] : []))
    doubled.push(...(count > 1 + balances ? [paid] : []))
    doubled.push(...(returned > refunded ? [back] : []))
  }
  return { lost, doubled }
}

/** Cents that the service returns of an order's payments. */
export function returnedOf({ store }: Scene, order: OrderOfCart): number {
  const references = paymentsOf(order).map(({ data }) => data?.reference)
  const { checkouts, refundRequests } = store.sandbox
  const returned = [...refundRequests.values()].filter(
    ({ checkout_id, status }) =>
      status !== "failed" &&
      references.includes(checkouts.get(checkout_id)?.client_reference_id)
  )
  return sum(returned)
}
