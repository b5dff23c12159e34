import { refundPaymentWorkflow } from "@medusajs/medusa/core-flows"
import { mayRetry } from "../../../src/api/admin/instalments/answers/actions"
import { findRefundRequest } from "../../../src/api/admin/instalments/answers/refund-request"
import { refundAgain } from "../../../src/workflows/refunds/ask-here"
import { endDoubt } from "../../../src/workflows/refunds/by-hand"
import { ordersOf, type OrderOfCart } from "../../laws/books"
import { paymentsOf, sum } from "../../laws/check-sums"
import type { Scene } from "../../laws/scene"
import type { RemoteSandbox } from "./remote-sandbox"
import type { Wish } from "./sums"

/** The service's people approve what was requested of them. */
export async function approveRefunds(sandbox: RemoteSandbox) {
  for (const { id, status } of sandbox.refundRequests.values()) {
    if (status === "requested") {
      await sandbox.approve(id)
    }
  }
  await sandbox.refresh()
}

/** The merchant says what became of the refunds in doubt that wait for a person. */
export async function endDoubts({ store }: Scene) {
  const { ledger, sandbox, container } = store
  const rows = await ledger.listRefundRequests({}, { take: 1_000 })
  const known = rows.map(({ refund_request_id }) => refund_request_id)
  for (const row of rows) {
    if (row.status === "in_doubt" && row.held_reason) {
      const there = [...sandbox.refundRequests.values()].find(
        ({ id, checkout_id, amount }) =>
          checkout_id === row.checkout_id &&
          amount === row.amount &&
          !known.includes(id)
      )
      known.push(there?.id ?? null)
      await endDoubt(
        container,
        row,
        there ? { refund_request_id: there.id } : { absent: true }
      )
    }
  }
}

/**
 * The merchant looks once more at the refunds that were cut off, and asks again
 * for what Medusa does not show: it was taken out, as it was not booked whole. Medusa
 * refunds no cancelled order: that is done from its alert. Answers how many.
 */
export async function askAgain(
  { store, cartIds }: Scene,
  wishes: Wish[]
): Promise<number> {
  const orders = await ordersOf(store, cartIds)
  let again = 0
  for (const { orderId, refunded } of wishes) {
    const order = orders.find(({ id }) => id === orderId)
    const payment = order && paymentsOf(order).at(-1)
    const shown = order
      ? sum(paymentsOf(order).flatMap(({ refunds }) => refunds))
      : refunded
    if (order && payment && shown < refunded) {
      again++
      await (order.status === "canceled"
        ? retry(store, order)
        : refundPaymentWorkflow(store.container).run({
            input: { payment_id: payment.id, amount: (refunded - shown) / 100 },
          }))
    }
  }
  return again
}

/** Presses the button of every alert that offers to return the order's money. */
async function retry(
  { ledger, container }: Scene["store"],
  order: OrderOfCart
) {
  const alerts = await ledger.attention.read()
  const asked = alerts.filter(
    ({ order_id, actions }) =>
      order_id === order.id && actions.includes("retry")
  )
  for (const { refund_request } of asked) {
    const row = await findRefundRequest(ledger, String(refund_request))
    const { id, payment_id, amount, left } = row
    if (payment_id && mayRetry(row)) {
      const again = { id, payment_id, amount: Math.min(amount, left) }
      await refundAgain(container, again, "merchant")
    }
  }
}
