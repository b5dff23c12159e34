import { addresses } from "../settings.mjs"
import * as buying from "../shopper/buying.cjs"
import { request } from "../shopper/request.cjs"
import { demandSame, rand, say } from "./check.mjs"

/** 12,5 % off all goods; from R 1 500,00 on the courier is free. */
const CODE = "LEKKER"
const GOODS_CENTS = 2 * 129_900 + 14_900
/** Half a cent is left: it is rounded up, as Medusa rounds it. */
const TOTAL_CENTS = Math.round(GOODS_CENTS * 0.875)
const VAT_CENTS = Math.round((GOODS_CENTS * 0.875 * 15) / 115)

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
    const cart = await buying.startCart(store, {
      regionId: shop.regionId,
      items: [
        { variant_id: variantOf("karoo-wool-throw", "Ochre").id, quantity: 2 },
        { variant_id: variantOf("stoneware-mug", "Cream").id, quantity: 1 },
      ],
    })
    demandSame("The goods in cents", GOODS_CENTS, cents(cart.item_total))
    const { city, country_code } = cart.shipping_address
    const told = `2 throws and a mug, ${rand(cart.total)}, for ${cart.email} in ${city} (${country_code})`
    return { result: cart, told }
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
  return await say("Shipping", async () => {
    const courier = await buying.findDelivery(store, cart.id, "Courier")
    const shipped = await buying.deliver(store, cart.id, courier)
    demandSame("The free courier's cents", 0, cents(shipped.shipping_total))
    demandSame("The total in cents", TOTAL_CENTS, cents(shipped.total))
    demandSame("The VAT in cents", VAT_CENTS, cents(shipped.tax_total))
    const told = `Courier, free; in all ${rand(shipped.total)}, of which VAT ${rand(shipped.tax_total)}`
    return { result: shipped, told }
  })
}

/** Chooses instalments for the cart; answers the payment session. */
export function chooseInstalments(shop, cart) {
  const store = storeFor(shop)
  return say("Payment session", async () => {
    const session = await buying.choosePayment(store, cart.id)
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
