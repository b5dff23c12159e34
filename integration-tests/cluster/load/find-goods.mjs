import { Browser } from "./browser.mjs"

/** What every shopper puts into the cart, and how it is delivered. */
export async function findGoods(cluster) {
  const browser = new Browser(cluster, 0)
  const { regionId } = cluster.shop
  const { products } = await browser.ask(
    "GET",
    `/products?region_id=${regionId}&limit=50&fields=handle,*variants`
  )
  const { cart } = await browser.ask("POST", "/carts", { region_id: regionId })
  const { shipping_options } = await browser.ask(
    "GET",
    `/shipping-options?cart_id=${cart.id}`
  )
  const article = products.find(({ handle }) => handle === "karoo-wool-throw")
  const courier = shipping_options.find(({ name }) => name === "Courier")
  return { variantId: article.variants[0].id, shippingOptionId: courier.id }
}
