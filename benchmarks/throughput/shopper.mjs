import { waitFor } from "../../demo/processes/wait-for.mjs"
import {
  choosePayment,
  fillCart,
  INSTALMENTS,
  pay,
} from "../../demo/shopper/buying.cjs"
import { Browser } from "../../integration-tests/cluster/load/browser.mjs"

/** Medusa's own provider pays by doing nothing; the browser completes the cart. */
const PROVIDERS = {
  instalments: INSTALMENTS,
  nothing: "pp_system_default",
}
const MAX_WAIT_MS = 120_000

/**
 * From the first article to the order. With instalments the service's callback
 * places it, and the payment is answered when the callback is.
 *
 * @param paidBy `instalments` or `nothing`
 * @throws when no order came of it
 */
export async function buy(number, stores, paidBy) {
  const browser = new Browser(stores, number)
  const cartId = await fillCart(browser.ask, {
    ...stores.shop,
    email: `shopper-${number}@example.com`,
    items: [{ variant_id: stores.shop.variantId, quantity: 1 }],
  })
  const session = await choosePayment(browser.ask, cartId, PROVIDERS[paidBy])
  if (paidBy === "nothing") {
    await browser.ask("POST", `/carts/${cartId}/complete`)
    return
  }
  await pay(stores.service, session.data.reference, MAX_WAIT_MS)
  await orderOf(session, browser)
}

/** The callback's answer does not wait for an order that takes too long. */
function orderOf({ id }, browser) {
  return waitFor(
    `The order of the payment session ${id}`,
    () => browser.ask("GET", `/instalments/payment-sessions/${id}`),
    ({ payment }) => Boolean(payment.order_id),
    MAX_WAIT_MS
  )
}
