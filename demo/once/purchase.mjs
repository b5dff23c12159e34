import { payBalance } from "./balance.mjs"
import { checkPayment, logInAsMerchant, waitForOrder } from "./order.mjs"
import { pay } from "./pay.mjs"
import { reconcile } from "./reconcile.mjs"
import { refundPart } from "./refund.mjs"
import { chooseInstalments, fillCart } from "./shopper.mjs"

/**
 * One purchase from the product list over an edit that is paid by link to a partial
 * refund, over HTTP as a storefront, a shopper and a merchant would; throws at the first step that
 * does not hold.
 */
export async function purchaseOnce(shop, database) {
  console.log("\nOne purchase:")
  const cart = await fillCart(shop)
  const session = await chooseInstalments(shop, cart)
  await pay(session)
  const order = await waitForOrder(shop, session)
  const headers = await logInAsMerchant()
  const payment = await checkPayment(headers, cart, order.id)
  await payBalance(headers, order)
  await refundPart(headers, payment)
  await reconcile(shop, database, session, order.id)
  console.log("\nAll steps held.")
}
