import type { HttpTypes } from "@medusajs/types"
import { regionId, store } from "./connection"

export type Cart = HttpTypes.StoreCart

/** What the shop's pages show of a cart beyond what Medusa answers anyway. */
export const fields = "+completed_at,*promotions,*shipping_methods"

/**
 * The cart of an id; null when it has become an order, or is unknown, as after
 * a fresh start of the demo. @throws when the store cannot be reached.
 */
export async function load(id: string | null): Promise<Cart | null> {
  if (!id) {
    return null
  }
  const { cart } = await store.cart
    .retrieve(id, { fields })
    .catch((error: { status?: number }) => {
      if (error.status === 404) {
        return { cart: null }
      }
      throw error
    })
  const isOver = (cart as { completed_at?: unknown } | null)?.completed_at
  return isOver ? null : cart
}

/** A new cart, empty. */
export async function createCart(): Promise<Cart> {
  return (await store.cart.create({ region_id: regionId }, { fields })).cart
}
