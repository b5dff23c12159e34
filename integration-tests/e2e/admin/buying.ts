import { ask, demo } from "../shop/demo"
import { sandbox } from "../shop/sandbox"
import { askAdmin } from "./merchant"

const headers = { "x-publishable-api-key": demo.publishableKey }
const store = (method: string, path: string, body?: unknown) =>
  ask(method, `${demo.backend}/store${path}`, { body, headers })

const address = {
  first_name: "Thandi",
  last_name: "Nkosi",
  address_1: "1 Long Street",
  city: "Cape Town",
  postal_code: "8001",
  country_code: "za",
  phone: "+27821234567",
}

/** A cart with a throw, an address and delivery. Answers its id. */
export async function fillCart(): Promise<string> {
  const { products } = await store(
    "GET",
    "/products?handle=karoo-wool-throw&fields=*variants"
  )
  // Medusa answers variants and options in no particular order.
  const ochre = products[0].variants.find(
    ({ title }: { title: string }) => title === "Ochre"
  )
  const { cart } = await store("POST", "/carts", {
    region_id: demo.regionId,
    email: "thandi@example.com",
    shipping_address: address,
    billing_address: address,
    items: [{ variant_id: ochre.id, quantity: 1 }],
  })
  const { shipping_options } = await store(
    "GET",
    `/shipping-options?cart_id=${cart.id}`
  )
  const courier = shipping_options.find(
    ({ name }: { name: string }) => name === "Courier"
  )
  await store("POST", `/carts/${cart.id}/shipping-methods`, {
    option_id: courier.id,
  })
  return cart.id
}

/** Chooses how to pay; answers what the payment session holds. */
export async function choose(cartId: string, provider: string) {
  const { payment_collection } = await store("POST", "/payment-collections", {
    cart_id: cartId,
  })
  const answer = await store(
    "POST",
    `/payment-collections/${payment_collection.id}/payment-sessions`,
    { provider_id: provider, data: {} }
  )
  return answer.payment_collection.payment_sessions[0]
}

/** Begins a checkout at the service; answers its reference. */
export async function beginCheckout(): Promise<string> {
  const session = await choose(await fillCart(), "pp_instalments_instalments")
  return session.data.reference
}

/** Buys in instalments; answers the order and the checkout's reference. */
export async function buy() {
  const cartId = await fillCart()
  const session = await choose(cartId, "pp_instalments_instalments")
  const { reference } = session.data
  await sandbox.pay(reference)
  const { payment } = await store(
    "GET",
    `/instalments/payment-sessions/${session.id}`
  )
  return { reference, orderId: payment.order_id as string }
}

/** Buys, and asks for a refund (major units) that waits for tomorrow. */
export async function buyAndRefund(amount: number) {
  const bought = await buy()
  await refund(bought.orderId, amount)
  return bought
}

/** Asks for a refund of an order, as the order's page does. */
export async function refund(orderId: string, amount: number) {
  const fields = "fields=*payment_collections.payments"
  const { order } = await askAdmin("GET", `/orders/${orderId}?${fields}`)
  const [payment] = order.payment_collections[0].payments
  await askAdmin("POST", `/payments/${payment.id}/refund`, { amount })
}

/** Completes a cart with what was chosen; answers the order's id. */
export async function complete(cartId: string): Promise<string> {
  const { order } = await store("POST", `/carts/${cartId}/complete`)
  return order.id
}
