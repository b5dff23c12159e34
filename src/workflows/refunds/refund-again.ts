import type {
  BigNumberInput,
  CreateRefundDTO,
  MedusaContainer,
} from "@medusajs/framework/types"
import { MathBN, Modules } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import { booksOf, fromCents, noteOf } from "../../modules/instalments/rules"
import type { Booking, RefundRequestRow } from "../../modules/instalments/types"
import { correctTotals } from "../medusa-repairs/stale-totals"
import { createdIn, readBooks, refundsOf } from "./books/read-books"
import { releaseRefunds } from "./books/release"
import { withLeaseOfPayment } from "../order-lease"
import { sendInTime } from "./send"

/** Medusa's generated method that its type of the order module leaves out. */
type CreditLines = {
  createOrderCreditLines(line: {
    order_id: string
    version: number
    amount: BigNumberInput
    reference: string
    metadata: Record<string, unknown>
  }): Promise<unknown>
}

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
  const asked = await withLeaseOfPayment(
    payment,
    container,
    LEASE_WAIT_MS,
    async (orderId) => {
      const refund = {
        payment_id,
        amount: fromCents(amount),
        created_by,
        note: noteOf("replaces", id),
      }
      const filed = await refundPaymentAlone(container, refund)
      const [released] = orderId
        ? await releaseRefunds(container, orderId, () => false)
        : []
      return released ?? filed
    }
  )
  if (asked) {
    await sendInTime(container, [asked], {
      forMs: LEASE_WAIT_MS,
      urgency: "on_demand",
    })
  }
  return asked
}

/**
 * Refunds a payment without core's refund workflow, and books it for its order as
 * core's cancellation does. Answers the refund request that was filed. `amount` is
 * major units. The caller holds the order's lease.
 *
 * @throws MedusaError (not allowed) with the rule that forbids it.
 */
export async function refundPaymentAlone(
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
    await book(booking, filed.refund_id, container)
  }
  return filed
}

async function book(
  { order_id, amount, credit }: Booking,
  refund_id: string | null,
  container: MedusaContainer
) {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const books = await readBooks(order_id, container)
  const { version, currency_code } = books
  const lines = books.credit_lines.map(createdIn)
  const shares = (await refundsOf(books, ledger)).map(
    (one) => booksOf(one).booked?.credit?.version ?? 0
  )
  const orders = container.resolve(Modules.ORDER)
  await orders.addOrderTransactions({
    order_id,
    amount: MathBN.mult(amount, -1),
    currency_code,
    reference: "refund",
    reference_id: refund_id ?? undefined,
  })
  if (MathBN.gt(credit, 0)) {
    await (orders as unknown as CreditLines).createOrderCreditLines({
      order_id,
      version,
      amount: MathBN.convert(credit),
      reference: "payment_collection",
      // As if an order change had made it: by that it is found again. The order
      // keeps its version, so it is one that no credit line has or had.
      metadata: {
        created_in_version: Math.max(version, ...lines, ...shares) + 1,
      },
    })
  }
  await correctTotals(order_id, container)
}
