import type { Refund } from "medusa-payment-instalments-storefront"
import { instalments } from "./connection"

/** A payment that this browser has started. `amount` is major units. */
export type Purchase = {
  cartId: string
  reference: string
  amount: number
  currency: string
  /** Once the order is known. */
  orderId?: string
  /** Of a second payment of the same cart, which goes back. */
  refund?: Refund | null
  /** The shopper has read that there is no order and the money comes back. */
  isTold?: boolean
}

const KEY = "shop.purchases"
const MOST = 5

/** What this browser has started to pay, the latest first. */
export function purchases(): Purchase[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]")
  } catch {
    return []
  }
}

/** The purchase of a cart; a stranger's browser has none. */
export function purchaseOf(cartId: string | null): Purchase | undefined {
  return purchases().find((one) => one.cartId === cartId)
}

/** Keeps a purchase, in place of an earlier one of the same cart. */
export function keepPurchase(purchase: Purchase) {
  const others = purchases().filter(({ cartId }) => cartId !== purchase.cartId)
  const kept = [purchase, ...others].slice(0, MOST)
  localStorage.setItem(KEY, JSON.stringify(kept))
}

/**
 * The purchase that became an order, if this browser made it. The shopper may
 * have been sent straight to the order's page, so the payments that were still
 * open are looked at again.
 */
export async function findPurchase(
  isWanted: (purchase: Purchase) => boolean
): Promise<Purchase | undefined> {
  for (const purchase of purchases()) {
    const known = purchase.orderId ? purchase : await lookAt(purchase)
    if (isWanted(known)) {
      return known
    }
  }
  return undefined
}

async function lookAt(purchase: Purchase): Promise<Purchase> {
  const { orderId, refund } = await instalments
    .waitForResult(purchase.cartId, { timeoutMs: 0 })
    .catch(() => ({ orderId: null, refund: null }))
  if (!orderId) {
    return purchase
  }
  const placed = { ...purchase, orderId, refund }
  keepPurchase(placed)
  return placed
}
