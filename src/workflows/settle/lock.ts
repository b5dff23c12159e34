import { randomUUID } from "node:crypto"
import { setTimeout as pause } from "node:timers/promises"
import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import type { CheckoutRow } from "../../modules/instalments/types"

const MAX_WAIT_S = 30
/** Medusa's completion tries its lock so often, and holds it so long at most. */
const RETRIES_S = 0.3
const HOLDS_S = 120

/** A checkout that pays for a cart. */
export type CartCheckout = CheckoutRow & { cart_id: string }
/** A checkout that pays what an order owes. */
export type BalanceCheckout = CheckoutRow & { order_id: string }

/** Whether a checkout pays for a cart; else it pays what an order owes. */
export function isOfCart(checkout: CheckoutRow): checkout is CartCheckout {
  return checkout.cart_id !== null
}

/** A checkout that is of no cart: then it has an order. */
export function ofOrder(checkout: CheckoutRow): BalanceCheckout {
  const { id, order_id } = checkout
  if (order_id === null) {
    throw new Error(`Checkout ${id} has neither a cart nor an order`)
  }
  return { ...checkout, order_id }
}

/**
 * Runs what must not meet a completion of the cart, a shopper's for example. It
 * takes Medusa's own lock, whose key is the cart's id, as its workflows do: by
 * `acquire`, again and again. `execute` locks something else in
 * `@medusajs/locking-postgres`. The lock carries a name of ours, so that only
 * ours is released. What an order owes is paid by no cart's completion.
 *
 * @throws what the locking module says when the cart is locked for half a minute.
 */
export async function betweenCompletions<T>(
  { cart_id }: Pick<CheckoutRow, "cart_id">,
  container: MedusaContainer,
  work: () => Promise<T>
): Promise<T> {
  if (cart_id === null) {
    return work()
  }
  const cartId = cart_id
  const locking = container.resolve(Modules.LOCKING)
  const ownerId = `instalments:${randomUUID()}`
  const until = performance.now() + MAX_WAIT_S * 1_000
  try {
    while (!(await acquired())) {
      await pause(RETRIES_S * 1_000)
    }
    return await work()
  } finally {
    // Also after a failure: an acquisition whose answer was lost is ours too.
    await locking.release(cartId, { ownerId }).catch(() => false)
  }

  async function acquired(): Promise<boolean> {
    try {
      await locking.acquire(cartId, { ownerId, expire: HOLDS_S })
      return true
    } catch (error) {
      if (performance.now() >= until) {
        throw error
      }
      return false
    }
  }
}
