import { findDelivery, startCart } from "../../../demo/shopper/buying.cjs"
import { Browser } from "./browser.mjs"

/** What every shopper puts into the cart, and how it is delivered. */
export async function findGoods(cluster) {
  const browser = new Browser(cluster, 0)
  const { regionId } = cluster.shop
  const { products } = await browser.ask(
    "GET",
    `/products?region_id=${regionId}&limit=50&fields=handle,*variants`
  )
  const article = products.find(({ handle }) => handle === "karoo-wool-throw")
  const { id } = await startCart(browser.ask, { regionId, items: [] })
  return {
    variantId: article.variants[0].id,
    shippingOptionId: await findDelivery(browser.ask, id, "Courier"),
  }
}
