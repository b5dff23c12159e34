import { setTimeout as pause } from "node:timers/promises"
import { choosePayment } from "../../../demo/shopper/buying.cjs"
import { fillCart, store } from "../shop/cart"
import { sandbox } from "../shop/sandbox"
import { askAdmin } from "./merchant"

/** Begins a checkout at the service; answers its reference. */
export async function beginCheckout(): Promise<string> {
  const session = await choosePayment(store, await fillCart())
  return session.data.reference
}

/** Buys in instalments; answers the order and the checkout's reference. */
export async function buy() {
  const cartId = await fillCart()
  const session = await choosePayment(store, cartId)
  const { reference } = session.data
  await sandbox.pay(reference)
  const { payment } = await store(
    "GET",
    `/instalments/payment-sessions/${session.id}`
  )
  return { reference, orderId: payment.order_id as string }
}

/**
 * Buys, and asks for a refund (major units, all of it when left out) that waits for
 * tomorrow.
 */
export async function buyAndRefund(amount?: number) {
  const bought = await buy()
  await refund(bought.orderId, amount)
  return bought
}

/**
 * Asks for a refund of an order, as the order's page does; then it is booked.
 */
export async function refund(orderId: string, amount?: number) {
  const fields = "fields=*payment_collections.payments"
  const { order } = await askAdmin("GET", `/orders/${orderId}?${fields}`)
  const [payment] = order.payment_collections[0].payments
  await askAdmin("POST", `/payments/${payment.id}/refund`, {
    amount: amount ?? payment.amount,
  })
  const requests = `/instalments/refund-requests?payment_id=${payment.id}`
  const isFiled = ({ status }: { status: string }) => status === "filed"
  while ((await askAdmin("GET", requests)).refund_requests.some(isFiled)) {
    await pause(200)
  }
}

/** Completes a cart with what was chosen; answers the order's id. */
export async function complete(cartId: string): Promise<string> {
  const { order } = await store("POST", `/carts/${cartId}/complete`)
  return order.id
}

/**
 * Adds a mug to an order by an edit, so that the order owes it: R 149,00, or what
 * is agreed (major units).
 */
export async function addMug(orderId: string, unit_price?: number) {
  const { products } = await store(
    "GET",
    "/products?handle=stoneware-mug&fields=*variants"
  )
  const mug = products[0].variants.find(
    ({ title }: { title: string }) => title === "Cream"
  )
  const edit = `/order-edits/${orderId}`
  await askAdmin("POST", "/order-edits", { order_id: orderId })
  await askAdmin("POST", `${edit}/items`, {
    items: [{ variant_id: mug.id, quantity: 1, unit_price }],
  })
  await askAdmin("POST", `${edit}/request`)
  await askAdmin("POST", `${edit}/confirm`)
}

/** Records an order's manual payment as received. */
export async function capture(orderId: string) {
  const fields = "fields=*payment_collections.payments"
  const { order } = await askAdmin("GET", `/orders/${orderId}?${fields}`)
  const [payment] = order.payment_collections[0].payments
  await askAdmin("POST", `/payments/${payment.id}/capture`)
}
