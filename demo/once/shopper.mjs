import { addresses } from "../settings.mjs"
import { demandSame, rand, say } from "./check.mjs"
import { request } from "./request.mjs"

const PROVIDER = "pp_instalments_instalments"

/** 12,5 % off all goods; from R 1 500,00 on the courier is free. */
const CODE = "LEKKER"
const GOODS_CENTS = 2 * 129_900 + 14_900
/** Half a cent is left: it is rounded up, as Medusa rounds it. */
const TOTAL_CENTS = Math.round(GOODS_CENTS * 0.875)
const VAT_CENTS = Math.round((GOODS_CENTS * 0.875 * 15) / 115)

const address = {
  first_name: "Thandi",
  last_name: "Nkosi",
  address_1: "1 Long Street",
  city: "Cape Town",
  postal_code: "8001",
  country_code: "za",
  phone: "+27821234567",
}

/** A shopper who fills a cart; answers it as it is to be paid. */
export async function fillCart(shop) {
  const store = storeFor(shop)
  const products = await say("Products", async () => {
    const { products } = await store(
      "GET",
      `/products?region_id=${shop.regionId}&limit=50` +
        "&fields=title,handle,*variants,*variants.calculated_price"
    )
    demandSame("The number of products", true, products.length > 0)
    const told = products.map(({ title }) => title).join(", ")
    return { result: products, told }
  })
  const variantOf = (article, wanted) =>
    products
      .find(({ handle }) => handle === article)
      .variants.find(({ title }) => title === wanted)
  const cart = await say("Cart", async () => {
    const { cart } = await store("POST", "/carts", {
      region_id: shop.regionId,
      items: [
        { variant_id: variantOf("karoo-wool-throw", "Ochre").id, quantity: 2 },
        { variant_id: variantOf("stoneware-mug", "Cream").id, quantity: 1 },
      ],
    })
    demandSame("The goods in cents", GOODS_CENTS, cents(cart.item_total))
    return { result: cart, told: `2 throws and a mug, ${rand(cart.total)}` }
  })
  await say("Discount code", async () => {
    const { cart: reduced } = await store(
      "POST",
      `/carts/${cart.id}/promotions`,
      {
        promo_codes: [CODE],
      }
    )
    demandSame("The total in cents", TOTAL_CENTS, cents(reduced.total))
    return { told: `${CODE}, ${rand(reduced.total)}` }
  })
  await say("Address", async () => {
    const { cart: addressed } = await store("POST", `/carts/${cart.id}`, {
      email: "thandi@example.com",
      shipping_address: address,
      billing_address: address,
    })
    const { city, country_code } = addressed.shipping_address
    return { told: `${addressed.email}, ${city} (${country_code})` }
  })
  return await say("Shipping", async () => {
    const { shipping_options } = await store(
      "GET",
      `/shipping-options?cart_id=${cart.id}`
    )
    const courier = shipping_options.find(({ name }) => name === "Courier")
    const { cart: shipped } = await store(
      "POST",
      `/carts/${cart.id}/shipping-methods`,
      { option_id: courier.id }
    )
    demandSame("The free courier's cents", 0, cents(shipped.shipping_total))
    demandSame("The total in cents", TOTAL_CENTS, cents(shipped.total))
    demandSame("The VAT in cents", VAT_CENTS, cents(shipped.tax_total))
    const told = `${courier.name}, free; in all ${rand(shipped.total)}, of which VAT ${rand(shipped.tax_total)}`
    return { result: shipped, told }
  })
}

/** Chooses instalments for the cart; answers the payment session. */
export function chooseInstalments(shop, cart) {
  const store = storeFor(shop)
  return say("Payment session", async () => {
    const { payment_collection } = await store("POST", "/payment-collections", {
      cart_id: cart.id,
    })
    const chosen = await store(
      "POST",
      `/payment-collections/${payment_collection.id}/payment-sessions`,
      { provider_id: PROVIDER, data: {} }
    )
    const [session] = chosen.payment_collection.payment_sessions
    demandSame("The session's cents", TOTAL_CENTS, cents(session.amount))
    demandSame("The checkout's cents", TOTAL_CENTS, session.data.amount)
    return {
      result: session,
      told: `${session.data.reference} → ${session.data.payment_url}`,
    }
  })
}

/** Requests of the store's API with the storefront's key. */
export function storeFor({ publishableKey }) {
  const headers = { "x-publishable-api-key": publishableKey }
  return (method, path, body) =>
    request(method, `${addresses.backend}/store${path}`, { headers, body })
}

/** An amount of Medusa's in cents, for comparing. */
export const cents = (amount) => Math.round(Number(amount) * 100)
