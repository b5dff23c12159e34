import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../modules/instalments"

/**
 * Short, because the cart waits meanwhile; an attempt that fails is tried
 * again.
 */
const TURN_S = 10

/**
 * The key of the lease under which an order's books are changed, one change at
 * a time; for a payment without an order, the payment's.
 */
export const turnOf = (orderId: string) => `refund:${orderId}`

/**
 * Writes into an order's books while no other change runs: a change that core
 * is making has calculated the order's totals already, and would overwrite this
 * one.
 *
 * @throws MedusaError (conflict) when others change it for all of that time.
 */
export function inTurn<T>(
  { id }: { id: string },
  container: MedusaContainer,
  work: () => Promise<T>
): Promise<T> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  return ledger.leases.run(turnOf(id), work, { waitMs: TURN_S * 1_000 })
}
