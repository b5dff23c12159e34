import { setTimeout as pause } from "node:timers/promises"
import { Browser } from "./browser.mjs"
import { choosePayment, fillCart, INSTALMENTS, pay } from "./cart.mjs"

/** A killed server leaves its cart locked for two minutes, and may do so again. */
const MAX_WAIT_MS = 900_000

/**
 * One shopper from the first article to the order: pays at the service while
 * the browser completes the cart, so that callbacks and browser meet.
 *
 * @param carts is told the cart, whatever becomes of it
 * @returns the order's id
 */
export async function shopAs(number, cluster, carts) {
  const browser = new Browser(cluster, number)
  const cartId = await fillCart(browser, number, 1 + (number % 3))
  carts.push(cartId)
  const session = await choosePayment(browser, cartId, INSTALMENTS)
  const [orderId] = await Promise.all([
    complete(browser, cartId, session),
    pay(cluster.service, session, MAX_WAIT_MS),
  ])
  return { orderId }
}

/** As a return page does: complete the cart, and ask what became of it. */
async function complete(browser, cartId, session) {
  let last
  for (const until = Date.now() + MAX_WAIT_MS; Date.now() < until;) {
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
