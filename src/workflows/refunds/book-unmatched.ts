import type { MedusaContainer } from "@medusajs/framework/types"
import { refundPaymentWorkflow } from "@medusajs/medusa/core-flows"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import {
  fromCents,
  noteOf,
  PROVIDER_ID,
  refused,
} from "../../modules/instalments/rules"
import type {
  CheckoutRow,
  RefundRequestRow,
} from "../../modules/instalments/types"
import { paymentsOf, readBooks } from "./books/read-books"
import { releaseRefunds } from "./books/release"
import { orderLease } from "../order-lease"
import { refundPaymentAlone } from "./refund-again"

const LEASE_WAIT_MS = 10_000
/** Clocks are not so far apart. */
const DAY = 24 * 60 * 60_000

/**
 * Books a refund that the service's support has made into Medusa, for the payment
 * that a person names: as a refund of the order, with its id in the note. Nothing
 * is sent; it is followed from then on like any other.
 *
 * @throws MedusaError (not allowed) with the rule, when it cannot be this one's.
 * @throws ServiceError when the service cannot be asked.
 */
export async function bookUnmatched(
  container: MedusaContainer,
  refund_request_id: string,
  { checkout, created_by }: { checkout: CheckoutRow; created_by: string }
): Promise<RefundRequestRow> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const { order_id } = checkout
  const books = order_id ? await readBooks(order_id, container) : null
  const payment = (books ? paymentsOf(books) : []).find(
    ({ provider_id, data }) =>
      provider_id === PROVIDER_ID && data?.reference === checkout.id
  )
  if (!books || !payment) {
    throw refused(
      `Checkout ${checkout.id} has no order, so its refund cannot be booked.`
    )
  }
  const entry = await ledger.client.fetchRefund(refund_request_id, "on_demand")
  if (Date.parse(entry.created_at) < checkout.opened_at.getTime() - DAY) {
    throw refused(
      `Refund ${refund_request_id} was made before this payment (${entry.created_at}).`
    )
  }
  // What the service says now, not when the list was read.
  await ledger.unmatchedRefunds.keep([entry])
  await ledger.leases.run(
    orderLease(books.id),
    async () => {
      const refund = {
        payment_id: payment.id,
        amount: fromCents(entry.amount),
        created_by,
        note: noteOf("refund_request_id", refund_request_id),
      }
      try {
        // Core refunds no cancelled order.
        await (books.status === "canceled"
          ? refundPaymentAlone(container, refund)
          : refundPaymentWorkflow(container).run({ input: refund }))
      } finally {
        await releaseRefunds(
          container,
          books.id,
          (row) => row.refund_request_id === refund_request_id
        )
      }
    },
    { waitMs: LEASE_WAIT_MS }
  )
  const [booked] = await ledger.listRefundRequests({ refund_request_id })
  if (!booked) {
    throw refused(
      `Medusa did not book refund ${refund_request_id} whole, so it was taken out again. Book it once more.`
    )
  }
  return booked
}
