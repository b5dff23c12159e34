import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../modules/instalments"
import type { RefundRequestRow } from "../modules/instalments/types"
import { orderOfPayment } from "./refunds/books/read-books"

/**
 * Short, because the cart waits meanwhile; an attempt that fails is tried
 * again.
 */
const WAIT_MS = 10_000

/**
 * The name of the lease under which an order's books are changed, one change at
 * a time; for a payment without an order, the payment's.
 */
export const orderLease = (orderId: string) => `order:${orderId}`

/**
 * Writes into an order's books while no other change runs: a change that core
 * is making has calculated the order's totals already, and would overwrite this
 * one.
 *
 * @throws MedusaError (conflict) when others change it for all of that time.
 */
export function withOrderLease<T>(
  { id }: { id: string },
  container: MedusaContainer,
  work: () => Promise<T>
): Promise<T> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  return ledger.leases.run(orderLease(id), work, { waitMs: WAIT_MS })
}

/**
 * Works on a refund of a payment while no other change of its order's books runs.
 * `work` gets the order's id; null when the payment has no order.
 *
 * @throws MedusaError (conflict) when others change them for all of `waitMs`.
 */
export async function withLeaseOfPayment<T>(
  payment: Pick<RefundRequestRow, "payment_id" | "reference">,
  container: MedusaContainer,
  waitMs: number,
  work: (orderId: string | null) => Promise<T>
): Promise<T> {
  const { payment_id, reference } = payment
  const order = payment_id && (await orderOfPayment(payment_id, container))
  const orderId = order || null
  const { leases } = container.resolve(INSTALMENTS_MODULE)
  return leases.run(orderLease(orderId ?? reference), () => work(orderId), {
    waitMs,
  })
}
