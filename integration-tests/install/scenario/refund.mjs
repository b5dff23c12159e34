import { waitFor } from "../../../demo/processes/wait-for.mjs"
import { request } from "../../../demo/shopper/request.cjs"
import { demand } from "../record.mjs"

const AMOUNT = 100.5

/** The order's one payment, captured to the cent. */
export async function paymentOf(admin, orderId, { total }) {
  const { order } = await admin(
    "GET",
    `/orders/${orderId}?fields=total,payment_status,*payment_collections.payments`
  )
  const payments = order.payment_collections.flatMap((one) => one.payments)
  demand("One payment is expected", payments.length === 1, payments.length)
  demand("The order's total", order.total === total, order.total)
  demand(
    "The payment's status",
    order.payment_status === "captured",
    order.payment_status
  )
  return payments[0]
}

/**
 * Refunds a part in the admin, on a sandbox with manual approval, which takes
 * refunds on the day of purchase: it must arrive there to the cent.
 */
export async function refundPart(store, admin, payment) {
  await admin("POST", `/payments/${payment.id}/refund`, { amount: AMOUNT })
  const { refund_requests } = await waitFor(
    "The refund at the service",
    () => request("GET", `${store.sandbox}/sandbox/state`),
    (state) => state.refund_requests.length > 0,
    90_000
  )
  const [{ amount }] = refund_requests.map((one) => one.attributes ?? one)
  demand("The refund's cents", amount === AMOUNT * 100, amount)
}

/**
 * Refunds a part in the admin, on a sandbox with automatic approval, which takes
 * none on the day of purchase: it is booked, and waits in the ledger.
 */
export async function refundToday(admin, payment) {
  await admin("POST", `/payments/${payment.id}/refund`, { amount: AMOUNT })
  const path = "/instalments/refund-requests"
  const [row] = await waitFor(
    "The refund request in the ledger",
    async () => (await admin("GET", path)).refund_requests,
    ([one]) => one && one.status !== "filed"
  )
  demand("The refund request", row.status === "scheduled", row)
  demand("The refund request's cents", row.amount === AMOUNT * 100, row.amount)
}
