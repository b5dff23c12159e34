import { setTimeout as pause } from "node:timers/promises"
import { request } from "../../../demo/once/request.mjs"
import { Browser } from "./browser.mjs"

const PROVIDER = "pp_instalments_instalments"
/** A killed server leaves its cart locked for two minutes, and may do so again. */
const PATIENCE_MS = 900_000

const address = {
  first_name: "Thandi",
  last_name: "Nkosi",
  address_1: "1 Long Street",
  city: "Cape Town",
  postal_code: "8001",
  country_code: "za",
  phone: "+27821234567",
}

/**
 * One shopper from the first article to the order: pays at the service while
 * the browser completes the cart, so that callbacks and browser meet.
 *
 * @param carts is told the cart, whatever becomes of it
 * @returns the order's id
 */
export async function shopAs(number, cluster, carts) {
  const browser = new Browser(cluster, number)
  const cartId = await fillCart(browser, number)
  carts.push(cartId)
  const session = await chooseInstalments(browser, cartId)
  const [orderId] = await Promise.all([
    complete(browser, cartId, session),
    pay(cluster.service, session.data.reference),
  ])
  return { orderId }
}

async function fillCart(browser, number) {
  const { regionId, variantId, shippingOptionId } = browser.shop
  const { cart } = await browser.ask("POST", "/carts", {
    region_id: regionId,
    email: `shopper-${number}@example.com`,
    shipping_address: address,
    billing_address: address,
    items: [{ variant_id: variantId, quantity: 1 + (number % 3) }],
  })
  await browser.ask("POST", `/carts/${cart.id}/shipping-methods`, {
    option_id: shippingOptionId,
  })
  return cart.id
}

async function chooseInstalments(browser, cart_id) {
  const { payment_collection } = await browser.ask(
    "POST",
    "/payment-collections",
    { cart_id }
  )
  const chosen = await browser.ask(
    "POST",
    `/payment-collections/${payment_collection.id}/payment-sessions`,
    { provider_id: PROVIDER, data: {} }
  )
  return chosen.payment_collection.payment_sessions[0]
}

function pay(service, reference) {
  return request("POST", `${service}/sandbox/checkouts/${reference}/pay`, {
    body: { number_of_payments: 3 },
    patienceMs: PATIENCE_MS,
  })
}

/** As a return page does: complete the cart, and ask what became of it. */
async function complete(browser, cartId, session) {
  let last
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until;) {
    const { json } = await browser.once("POST", `/carts/${cartId}/complete`)
    if (json.type === "order" && json.order) {
      return json.order.id
    }
    const asked = await browser.once(
      "GET",
      `/instalments/payment-sessions/${session.id}`
    )
    if (asked.json.payment?.order_id) {
      return asked.json.payment.order_id
    }
    last = { completing: json, asked }
    await pause(250)
  }
  throw new Error(`Cart ${cartId} did not become an order: ${say(last)}`)
}

const say = (value) => JSON.stringify(value).slice(0, 1_000)
