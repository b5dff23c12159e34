import { waitFor } from "../../../demo/processes/wait-for.mjs"
import { choosePayment, fillCart, pay } from "../../../demo/shopper/buying.cjs"
import { goOn } from "../order/goes-on.mjs"
import { Browser } from "./browser.mjs"

/**
 * A killed server leaves its cart locked for two minutes, and may do so again; and the
 * pauses between attempts to settle grow to a quarter of an hour.
 */
const MAX_WAIT_MS = 1_800_000

/**
 * One shopper from the first article to the order, and what becomes of that
 * afterwards: pays at the service while the browser completes the cart, so that
 * callbacks and browser meet.
 *
 * @param carts is told the cart, whatever becomes of it
 * @returns what must be found of the order
 */
export async function shopAs(number, cluster, carts) {
  const browser = new Browser(cluster, number)
  const quantity = 2 + (number % 2)
  const cartId = await fillCart(browser.ask, {
    ...cluster.shop,
    email: `shopper-${number}@example.com`,
    items: [{ variant_id: cluster.shop.variantId, quantity }],
  })
  carts.push(cartId)
  const session = await choosePayment(browser.ask, cartId)
  const [orderId] = await Promise.all([
    complete(browser, cartId, session),
    pay(cluster.service, session.data.reference, MAX_WAIT_MS),
  ])
  const world = { cluster, browser, merchant: cluster.merchant }
  return goOn(number, world, { id: orderId, quantity })
}

/** As a return page does: complete the cart, and ask what became of it. */
async function complete(browser, cartId, session) {
  const asks = ["GET", `/instalments/payment-sessions/${session.id}`]
  const { orderId } = await waitFor(
    `The order of cart ${cartId}`,
    async () => {
      const { json } = await browser.once("POST", `/carts/${cartId}/complete`)
      const asked = json.order ? undefined : await browser.once(...asks)
      const orderId = json.order?.id ?? asked?.json.payment?.order_id
      return { orderId, completing: json.message, asked }
    },
    ({ orderId }) => Boolean(orderId),
    MAX_WAIT_MS
  )
  return orderId
}
