import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import type { CheckoutRow } from "../../modules/instalments/ledger/rows"

const PATIENCE_S = 30

/**
 * Runs what decides about the money of a cart while nobody else does: settling
 * and returning share this lock, so a payment is never placed and returned.
 */
export function alone<T>(
  { cart_id }: Pick<CheckoutRow, "cart_id">,
  container: MedusaContainer,
  work: () => Promise<T>
): Promise<T> {
  return container
    .resolve(Modules.LOCKING)
    .execute(`instalments:settle:${cart_id}`, work, { timeout: PATIENCE_S })
}

/**
 * Runs what must not meet a completion of the cart, a shopper's for example: it
 * holds the lock that core's completion takes, whose key is the cart's id.
 */
export function betweenCompletions<T>(
  { cart_id }: Pick<CheckoutRow, "cart_id">,
  container: MedusaContainer,
  work: () => Promise<T>
): Promise<T> {
  return container
    .resolve(Modules.LOCKING)
    .execute(cart_id, work, { timeout: PATIENCE_S })
}
