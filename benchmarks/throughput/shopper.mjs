import { setTimeout as pause } from "node:timers/promises"
import { request } from "../../demo/once/request.mjs"
import { Browser } from "../../integration-tests/cluster/load/browser.mjs"

/** Medusa's own provider pays by doing nothing; the browser completes the cart. */
const PROVIDERS = {
  instalments: "pp_instalments_instalments",
  nothing: "pp_system_default",
}
const PATIENCE_MS = 120_000
const PAUSE_MS = 250

const address = {
  first_name: "Thandi",
  last_name: "Nkosi",
  address_1: "1 Long Street",
  city: "Cape Town",
  postal_code: "8001",
  country_code: "za",
}

/**
 * From the first article to the order. With instalments the service's callback
 * places it, and the payment is answered when the callback is.
 *
 * @param paidBy `instalments` or `nothing`
 * @throws when no order came of it
 */
export async function buy(number, stores, paidBy) {
  const { shop, service } = stores
  const browser = new Browser(stores, number)
  const { cart } = await browser.ask("POST", "/carts", {
    region_id: shop.regionId,
    email: `shopper-${number}@example.com`,
    shipping_address: address,
    billing_address: address,
    items: [{ variant_id: shop.variantId, quantity: 1 }],
  })
  await browser.ask("POST", `/carts/${cart.id}/shipping-methods`, {
    option_id: shop.shippingOptionId,
  })
  const found = await browser.ask("POST", "/payment-collections", {
    cart_id: cart.id,
  })
  const chosen = await browser.ask(
    "POST",
    `/payment-collections/${found.payment_collection.id}/payment-sessions`,
    { provider_id: PROVIDERS[paidBy], data: {} }
  )
  if (paidBy === "nothing") {
    await browser.ask("POST", `/carts/${cart.id}/complete`)
    return
  }
  const [session] = chosen.payment_collection.payment_sessions
  await request(
    "POST",
    `${service}/sandbox/checkouts/${session.data.reference}/pay`,
    { body: { number_of_payments: 3 }, patienceMs: PATIENCE_MS }
  )
  await orderOf(session, browser)
}

/** The callback's answer does not wait for an order that takes too long. */
async function orderOf({ id }, browser) {
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until;) {
    const { payment } = await browser.ask(
      "GET",
      `/instalments/payment-sessions/${id}`
    )
    if (payment.order_id) {
      return
    }
    await pause(PAUSE_MS)
  }
  throw new Error(`The payment of session ${id} did not become an order.`)
}
