import type {
  CreateRefundDTO,
  MedusaContainer,
} from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { refundPaymentWorkflow } from "@medusajs/medusa/core-flows"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import {
  booksOf,
  CLOCKS_APART_MS,
  fromCents,
  noteOf,
  PROVIDER_ID,
  refused,
} from "../../modules/instalments/rules"
import type {
  CheckoutRow,
  RefundRequestRow,
} from "../../modules/instalments/types"
import { book } from "./books/book"
import { paymentsOf, readBooks } from "./books/read-books"
import { releaseRefunds } from "./books/release"
import { orderLease, withLeaseOfPayment } from "../order-lease"
import { bookReturnByHand } from "../return-payment"
import { releaseAndSend } from "./send"

const LEASE_WAIT_MS = 10_000

/**
 * Asks once more for the refund of an order that was cancelled while its refund
 * was refused. Core refunds no cancelled order: its refund workflow fails after
 * the payment is refunded, as such an order takes no order change. So the payment
 * is refunded alone, and booked here as core's cancellation does. `id` is the
 * refund request whose money it is, which is returned again once. `amount` is
 * integer cents.
 *
 * @throws MedusaError (not allowed) with the rule, when it is refused again, or
 * when its money has been asked for again already.
 */
export async function refundAgain(
  container: MedusaContainer,
  {
    id,
    payment_id,
    amount,
  }: { id: string; payment_id: string; amount: number },
  created_by: string
): Promise<RefundRequestRow | undefined> {
  const payment = { payment_id, reference: payment_id }
  const filed = await withLeaseOfPayment(
    payment,
    container,
    LEASE_WAIT_MS,
    () =>
      refundPaymentAlone(container, {
        payment_id,
        amount: fromCents(amount),
        created_by,
        note: noteOf("replaces", id),
      })
  )
  const booking = filed && booksOf(filed).booking
  if (booking) {
    await releaseAndSend(container, booking.order_id)
  }
  return filed
}

/**
 * Books a refund that the service's support has made into Medusa, for the payment
 * that a person names: as a refund of the order, with its id in the note; of a
 * payment without an order, as its return. Nothing is sent; it is followed from then
 * on like any other.
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
  const entry = await ledger.client.fetchRefund(refund_request_id, "on_demand")
  if (
    Date.parse(entry.created_at) <
    checkout.opened_at.getTime() - CLOCKS_APART_MS
  ) {
    throw refused(
      `Refund ${refund_request_id} was made before this payment (${entry.created_at}).`
    )
  }
  // What the service says now, not when the list was read.
  await ledger.unmatchedRefunds.keep([entry])
  if (!books || !payment) {
    return bookReturnByHand(container, checkout.id, entry)
  }
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

/**
 * Refunds a payment without core's refund workflow, and books it for its order as
 * core's cancellation does. Answers the refund request that was filed. `amount` is
 * major units. The caller holds the order's lease.
 *
 * @throws MedusaError (not allowed) with the rule that forbids it.
 */
async function refundPaymentAlone(
  container: MedusaContainer,
  refund: CreateRefundDTO
): Promise<RefundRequestRow | undefined> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  await container.resolve(Modules.PAYMENT).refundPayment(refund)
  const [filed] = await ledger.listRefundRequests(
    { payment_id: refund.payment_id },
    { take: 1, order: { created_at: "DESC" } }
  )
  const booking = filed && booksOf(filed).booking
  if (booking) {
    await book(filed.refund_id, booking, container)
  }
  return filed
}
