import { waitFor } from "../../../demo/processes/wait-for.mjs"
import { choosePayment, fillCart, pay } from "../../../demo/shopper/buying.cjs"
import { request } from "../../../demo/shopper/request.cjs"
import { demand } from "../record.mjs"

/** A guest of the shop. */
export function guestOf(store, shop) {
  return (method, path, body) =>
    request(method, `${store.address}/store${path}`, {
      headers: { "x-publishable-api-key": shop.key },
      body,
    })
}

/** Puts a mug into a cart; answers the cart's id. */
export function takeMug(ask, shop) {
  return fillCart(ask, {
    regionId: shop.region.id,
    shippingOptionId: shop.shippingOptionId,
    items: [{ variant_id: shop.variantId, quantity: 1 }],
  })
}

/** A guest buys a mug in three instalments; answers the order's id. */
export async function buy(store, shop) {
  const ask = guestOf(store, shop)
  const cartId = await takeMug(ask, shop)
  const session = await choosePayment(ask, cartId)
  await pay(store.sandbox, session.data.reference)
  const { payment } = await waitFor(
    "The order",
    () => ask("GET", `/instalments/payment-sessions/${session.id}`),
    ({ payment }) => payment.status !== "pending"
  )
  demand("The payment is not paid", payment.status === "paid", payment)
  return payment.order_id
}
