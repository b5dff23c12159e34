import { setTimeout as pause } from "node:timers/promises"
import { Browser } from "../../integration-tests/cluster/load/browser.mjs"
import {
  choosePayment,
  fillCart,
  INSTALMENTS,
  pay,
} from "../../integration-tests/cluster/load/cart.mjs"

/** Medusa's own provider pays by doing nothing; the browser completes the cart. */
const PROVIDERS = {
  instalments: INSTALMENTS,
  nothing: "pp_system_default",
}
const MAX_WAIT_MS = 120_000
const PAUSE_MS = 250

/**
 * From the first article to the order. With instalments the service's callback
 * places it, and the payment is answered when the callback is.
 *
 * @param paidBy `instalments` or `nothing`
 * @throws when no order came of it
 */
export async function buy(number, stores, paidBy) {
  const browser = new Browser(stores, number)
  const cartId = await fillCart(browser, number, 1)
  const session = await choosePayment(browser, cartId, PROVIDERS[paidBy])
  if (paidBy === "nothing") {
    await browser.ask("POST", `/carts/${cartId}/complete`)
    return
  }
  await pay(stores.service, session, MAX_WAIT_MS)
  await orderOf(session, browser)
}

/** The callback's answer does not wait for an order that takes too long. */
async function orderOf({ id }, browser) {
  for (const until = Date.now() + MAX_WAIT_MS; Date.now() < until;) {
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
