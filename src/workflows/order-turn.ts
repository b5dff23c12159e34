import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../modules/instalments"

/** Short, as the cart waits meanwhile; what comes to nothing is tried again. */
const TURN_S = 10

/**
 * The lease under which the books of an order are changed, one change at a time;
 * of a payment without an order: the payment's.
 */
export const turnOf = (orderId: string) => `refund:${orderId}`

/**
 * Writes into the books of an order while nobody else changes it: a change that
 * core is making has worked out the order's totals without what comes meanwhile.
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
