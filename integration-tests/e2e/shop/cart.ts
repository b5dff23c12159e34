/// <reference lib="dom" />
import type { Page } from "playwright-core"
import { ask, demo, shopUrl } from "./demo"

const headers = { "x-publishable-api-key": demo.publishableKey }
/** Requests of the store's API with the storefront's key. */
export const store = (method: string, path: string, body?: unknown) =>
  ask(method, `${demo.backend}/store${path}`, { body, headers })

const address = {
  first_name: "Thandi",
  last_name: "Nkosi",
  address_1: "1 Long Street",
  city: "Cape Town",
  postal_code: "8001",
  country_code: "za",
  phone: "+27821234567",
}

type Wish = {
  handle: string
  variant: string
  quantity: number
  delivery: "Collect" | "Courier"
}

/** A cart with goods, an address and delivery. Answers its id. */
export async function fillCart(wish: Partial<Wish> = {}): Promise<string> {
  const { handle = "karoo-wool-throw", quantity = 1 } = wish
  const { variant = "Ochre", delivery = "Courier" } = wish
  const { products } = await store(
    "GET",
    `/products?handle=${handle}&fields=*variants`
  )
  // Medusa answers variants and options in no particular order.
  const { variants } = products[0]
  const wanted =
    variants.find((one: { title: string }) => one.title === variant) ??
    variants[0]
  const { cart } = await store("POST", "/carts", {
    region_id: demo.regionId,
    email: "thandi@example.com",
    shipping_address: address,
    billing_address: address,
    items: [{ variant_id: wanted.id, quantity }],
  })
  const { shipping_options } = await store(
    "GET",
    `/shipping-options?cart_id=${cart.id}`
  )
  await store("POST", `/carts/${cart.id}/shipping-methods`, {
    option_id: shipping_options.find(
      (one: { name: string }) => one.name === delivery
    ).id,
  })
  return cart.id
}

/**
 * Gives a shopper's browser a cart that is complete except for the payment.
 * Answers the cart's id.
 */
export async function giveCart(page: Page, wish: Partial<Wish> = {}) {
  const cartId = await fillCart({ delivery: "Collect", ...wish })
  await page.goto(shopUrl("/cart"))
  await page.evaluate((id) => localStorage.setItem("shop.cart", id), cartId)
  return cartId
}

/** Another tab puts one more of something into the cart. */
export async function addToCart(cartId: string, handle: string) {
  const { products } = await store(
    "GET",
    `/products?handle=${handle}&fields=*variants`
  )
  await store("POST", `/carts/${cartId}/line-items`, {
    variant_id: products[0].variants[0].id,
    quantity: 1,
  })
}
