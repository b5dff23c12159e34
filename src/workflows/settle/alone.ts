import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import type { CheckoutRow } from "../../modules/instalments/ledger/rows"

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
    .execute(`instalments:settle:${cart_id}`, work, { timeout: 30 })
}
