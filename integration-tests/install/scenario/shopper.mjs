import { waitFor } from "../../../demo/once/check.mjs"
import { request } from "../../../demo/once/request.mjs"
import { demand } from "../record.mjs"
import { PROVIDER } from "./merchant.mjs"

const address = {
  first_name: "Thandi",
  last_name: "Nkosi",
  address_1: "1 Long Street",
  city: "Cape Town",
  postal_code: "8001",
  country_code: "za",
}

/** A guest buys a mug in three instalments; answers the order's id. */
export async function buy(store, shop) {
  const ask = (method, path, body) =>
    request(method, `${store.address}/store${path}`, {
      headers: { "x-publishable-api-key": shop.key },
      body,
    })
  const { cart } = await ask("POST", "/carts", {
    region_id: shop.region.id,
    email: "thandi@example.com",
    shipping_address: address,
    billing_address: address,
    items: [{ variant_id: shop.variantId, quantity: 1 }],
  })
  await ask("POST", `/carts/${cart.id}/shipping-methods`, {
    option_id: shop.shippingOptionId,
  })
  const session = await chooseInstalments(ask, cart.id)
  await payOnTheSandbox(store, session.data.reference)
  const { payment } = await waitFor(
    "The order",
    () => ask("GET", `/instalments/payment-sessions/${session.id}`),
    ({ payment }) => payment.status !== "pending"
  )
  demand("The payment is not paid", payment.status === "paid", payment)
  return payment.order_id
}

async function chooseInstalments(ask, cartId) {
  const { payment_collection } = await ask("POST", "/payment-collections", {
    cart_id: cartId,
  })
  const chosen = await ask(
    "POST",
    `/payment-collections/${payment_collection.id}/payment-sessions`,
    { provider_id: PROVIDER }
  )
  return chosen.payment_collection.payment_sessions[0]
}

async function payOnTheSandbox(store, reference) {
  await request("POST", `${store.sandbox}/sandbox/checkouts/${reference}/pay`, {
    body: { number_of_payments: 3 },
  })
}
