import type {
  BigNumberInput,
  CreateRefundDTO,
  MedusaContainer,
} from "@medusajs/framework/types"
import { MathBN, Modules } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import { booksOf, fromCents } from "../../modules/instalments/rules"
import type { RefundRequestRow } from "../../modules/instalments/types"
import { correctTotals } from "../medusa-repairs/stale-totals"
import { createdIn, orderOfPayment, readBooks } from "./books/read-books"
import { releaseRefunds } from "./books/release"
import { turnOf } from "../order-turn"
import { refundsOf } from "./books/restore"
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

const TURN_MS = 10_000

/**
 * Asks once more for the refund of an order that was cancelled while its refund
 * was refused. Core refunds no cancelled order: its refund workflow fails after
 * the payment is refunded, as such an order takes no order change. So the payment
 * is refunded alone, and booked here as core's cancellation does. `amount` is
 * integer cents.
 *
 * @throws MedusaError (not allowed) with the rule, when it is refused again.
 */
export async function refundAgain(
  container: MedusaContainer,
  { payment_id, amount }: { payment_id: string; amount: number },
  created_by: string
): Promise<RefundRequestRow | undefined> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const orderId = await orderOfPayment(payment_id, container)
  const asked = await ledger.leases.run(
    turnOf(orderId ?? payment_id),
    async () => {
      const refund = { payment_id, amount: fromCents(amount), created_by }
      const filed = await refundPaymentAlone(container, orderId, refund)
      if (!orderId || !filed) {
        return filed
      }
      const [released] = await releaseRefunds(container, orderId, () => false)
      return released ?? filed
    },
    { waitMs: TURN_MS }
  )
  if (asked) {
    await sendInTime(container, [asked], {
      forMs: TURN_MS,
      urgency: "on_demand",
    })
  }
  return asked
}

/**
 * Refunds a payment without core's refund workflow, and books it for its order as
 * core's cancellation does. Answers the refund request that was filed. `amount` is
 * major units. The caller has the order's turn.
 *
 * @throws MedusaError (not allowed) with the rule that forbids it.
 */
export async function refundPaymentAlone(
  container: MedusaContainer,
  orderId: string | null,
  refund: CreateRefundDTO
): Promise<RefundRequestRow | undefined> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  await container.resolve(Modules.PAYMENT).refundPayment(refund)
  const [filed] = await ledger.listRefundRequests(
    { payment_id: refund.payment_id },
    { take: 1, order: { created_at: "DESC" } }
  )
  if (orderId && filed) {
    await book(filed, orderId, container)
  }
  return filed
}

async function book(
  row: RefundRequestRow,
  order_id: string,
  container: MedusaContainer
) {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const { booking } = booksOf(row)
  if (!booking) {
    return
  }
  const books = await readBooks(order_id, container)
  const { version, currency_code } = books
  const lines = books.credit_lines.map(createdIn)
  const shares = (await refundsOf(books, ledger)).map(
    (one) => booksOf(one).booked?.credit?.version ?? 0
  )
  const orders = container.resolve(Modules.ORDER)
  await orders.addOrderTransactions({
    order_id,
    amount: MathBN.mult(booking.amount, -1),
    currency_code,
    reference: "refund",
    reference_id: row.refund_id ?? undefined,
  })
  if (MathBN.gt(booking.credit, 0)) {
    await (orders as unknown as CreditLines).createOrderCreditLines({
      order_id,
      version,
      amount: MathBN.convert(booking.credit),
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
