import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../modules/instalments"
import type { RefundRequestRow } from "../modules/instalments/types"
import { orderOfPayment } from "./refunds/books/read-books"

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

/**
 * Sees to a refund of a payment while nobody else changes the books of its order;
 * null when it has none.
 *
 * @throws MedusaError (conflict) when others change them for all of `waitMs`.
 */
export async function inTurnOf<T>(
  payment: Pick<RefundRequestRow, "payment_id" | "reference">,
  container: MedusaContainer,
  waitMs: number,
  work: (orderId: string | null) => Promise<T>
): Promise<T> {
  const { payment_id, reference } = payment
  const order = payment_id && (await orderOfPayment(payment_id, container))
  const orderId = order || null
  const { leases } = container.resolve(INSTALMENTS_MODULE)
  return leases.run(turnOf(orderId ?? reference), () => work(orderId), {
    waitMs,
  })
}
