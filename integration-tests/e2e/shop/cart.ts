/// <reference lib="dom" />
import type { Page } from "playwright-core"
import {
  deliver,
  findDelivery,
  startCart,
} from "../../../demo/shopper/buying.cjs"
import { request } from "../../../demo/shopper/request.cjs"
import { demo, shopUrl } from "./demo"

const headers = { "x-publishable-api-key": demo.publishableKey }
/** Requests of the store's API with the storefront's key. */
export const store = (method: string, path: string, body?: unknown) =>
  request(method, `${demo.backend}/store${path}`, { body, headers })

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
  const { id } = await startCart(store, {
    regionId: demo.regionId,
    items: [{ variant_id: wanted.id, quantity }],
  })
  await deliver(store, id, await findDelivery(store, id, delivery))
  return id
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
