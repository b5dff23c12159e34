import { request } from "../../../demo/once/request.mjs"

export const INSTALMENTS = "pp_instalments_instalments"

const address = {
  first_name: "Thandi",
  last_name: "Nkosi",
  address_1: "1 Long Street",
  city: "Cape Town",
  postal_code: "8001",
  country_code: "za",
  phone: "+27821234567",
}

/** A cart with goods, address and delivery; answers its id. */
export async function fillCart(browser, number, quantity) {
  const { regionId, variantId, shippingOptionId } = browser.shop
  const { cart } = await browser.ask("POST", "/carts", {
    region_id: regionId,
    email: `shopper-${number}@example.com`,
    shipping_address: address,
    billing_address: address,
    items: [{ variant_id: variantId, quantity }],
  })
  await browser.ask("POST", `/carts/${cart.id}/shipping-methods`, {
    option_id: shippingOptionId,
  })
  return cart.id
}

/** Chooses how a cart is paid; answers the payment session. */
export async function choosePayment(browser, cart_id, provider_id) {
  const { payment_collection } = await browser.ask(
    "POST",
    "/payment-collections",
    { cart_id }
  )
  const chosen = await browser.ask(
    "POST",
    `/payment-collections/${payment_collection.id}/payment-sessions`,
    { provider_id, data: {} }
  )
  return chosen.payment_collection.payment_sessions[0]
}

/** Pays on the service's page; answers after the first callback. */
export function pay(service, session, maxWaitMs) {
  const { reference } = session.data
  return request("POST", `${service}/sandbox/checkouts/${reference}/pay`, {
    body: { number_of_payments: 3 },
    maxWaitMs,
  })
}
