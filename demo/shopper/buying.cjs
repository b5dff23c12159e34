// CommonJS, which the demo's modules and the tests' TypeScript both can load.
const { request } = require("./request.cjs")

/** Whoever buys in the demo, in the tests and in the benchmarks. */
const EMAIL = "thandi@example.com"
const address = {
  first_name: "Thandi",
  last_name: "Nkosi",
  address_1: "1 Long Street",
  city: "Cape Town",
  postal_code: "8001",
  country_code: "za",
  phone: "+27821234567",
}
/** Where the shopper lives, as carts and drafts take it. */
const addresses = { shipping_address: address, billing_address: address }

/** The id of our payment provider in a region. */
const INSTALMENTS = "pp_instalments_instalments"

/**
 * A cart with goods and the shopper's address; answers the cart.
 *
 * @param ask here and below: sends a request of the store's API by its method, its
 *   path after `/store` and its body, and answers the JSON
 */
async function startCart(ask, { regionId, items, email = EMAIL }) {
  const body = { region_id: regionId, email, ...addresses, items }
  return (await ask("POST", "/carts", body)).cart
}

/** The id of a way of delivery that a cart may have, by its name. */
async function findDelivery(ask, cartId, wanted) {
  const path = `/shipping-options?cart_id=${cartId}`
  const { shipping_options } = await ask("GET", path)
  return shipping_options.find(({ name }) => name === wanted).id
}

/** Chooses how a cart is delivered; answers the cart. */
async function deliver(ask, cartId, shippingOptionId) {
  const body = { option_id: shippingOptionId }
  return (await ask("POST", `/carts/${cartId}/shipping-methods`, body)).cart
}

/** A cart that only has to be paid; answers its id. */
async function fillCart(ask, { shippingOptionId, ...wanted }) {
  const { id } = await startCart(ask, wanted)
  await deliver(ask, id, shippingOptionId)
  return id
}

/**
 * Chooses how a cart is paid; answers the payment session.
 *
 * @param data what a browser may send for the session
 */
async function choosePayment(
  ask,
  cartId,
  provider_id = INSTALMENTS,
  data = {}
) {
  const collections = "/payment-collections"
  const found = await ask("POST", collections, { cart_id: cartId })
  const sessions = `${collections}/${found.payment_collection.id}/payment-sessions`
  const chosen = await ask("POST", sessions, { provider_id, data })
  return chosen.payment_collection.payment_sessions[0]
}

/**
 * Pays in place of the shopper, by the sandbox's control interface.
 *
 * @param checkout the service's id of the checkout, or our reference
 * @returns after the first delivery of the callback
 */
function pay(sandbox, checkout, maxWaitMs) {
  const body = { number_of_payments: 3 }
  const url = `${sandbox}/sandbox/checkouts/${checkout}/pay`
  return request("POST", url, { body, maxWaitMs })
}

module.exports = {
  EMAIL,
  addresses,
  INSTALMENTS,
  startCart,
  findDelivery,
  deliver,
  fillCart,
  choosePayment,
  pay,
}
