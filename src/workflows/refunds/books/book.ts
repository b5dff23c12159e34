import type { BigNumberInput, MedusaContainer } from "@medusajs/framework/types"
import { MathBN, Modules } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../../../modules/instalments"
import { booksOf, isSameAmount } from "../../../modules/instalments/rules"
import type { Booked, Booking } from "../../../modules/instalments/types"
import { correctTotals } from "../../medusa-repairs/stale-totals"
import { createdIn, readBooks, refundsOf, type Books } from "./read-books"

/** Medusa's generated methods that its types of the modules leave out. */
type Refunds = { deleteRefunds(ids: string[]): Promise<void> }
type CreditLine = { amount: BigNumberInput; metadata: Record<string, unknown> }
type CreditLines = {
  createOrderCreditLines(
    line: CreditLine & { order_id: string; version: number; reference: string }
  ): Promise<unknown>
  deleteOrderCreditLines(ids: string[]): Promise<void>
  updateOrderCreditLines(line: CreditLine & { id: string }): Promise<unknown>
}

/** In a credit line's metadata: the refunds whose share is taken out of it. */
const TAKEN_OUT = "instalments_taken_out"

/**
 * Books a refund of a payment that was refunded without core's refund workflow, as
 * core's cancellation of an order does.
 */
export async function book(
  refund_id: string | null,
  { order_id, amount, credit }: Booking,
  container: MedusaContainer
): Promise<void> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const books = await readBooks(order_id, container)
  const { version, currency_code } = books
  const versions = books.credit_lines.map(createdIn)
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
    const lines = orders as unknown as CreditLines
    await lines.createOrderCreditLines({
      order_id,
      version,
      amount: MathBN.convert(credit),
      reference: "payment_collection",
      // As if an order change had made it: by that it is found again. The order
      // keeps its version, so it is one that no credit line has or had.
      metadata: {
        created_in_version: Math.max(version, ...versions, ...shares) + 1,
      },
    })
  }
  await correctTotals(order_id, container)
}

/**
 * Takes a refund out of Medusa's books by exactly what was booked for it: its
 * share of the credit line, its transaction, the refund itself; then all totals
 * are what they would be without it. Every part is only done if it is still to
 * do, so a run that was killed is simply run again. Of a payment without an order
 * (null) only the refund is there; without a refund, core failed before it made it.
 */
export async function takeOut(
  refund_id: string | null,
  booked: Booked | null,
  container: MedusaContainer
): Promise<void> {
  const payments = container.resolve(Modules.PAYMENT) as unknown as Refunds
  const refundIds = refund_id === null ? [] : [refund_id]
  if (!booked) {
    await payments.deleteRefunds(refundIds)
    return
  }
  const { order_id, transaction_id, credit } = booked
  const books = await readBooks(order_id, container)
  const orders = container.resolve(Modules.ORDER)
  if (credit && refund_id) {
    const lines = orders as unknown as CreditLines
    await takeCredit(lines, books, { refund_id, ...credit })
  }
  const transactionIds = books.transactions
    .filter(
      ({ id, reference, reference_id }) =>
        id === transaction_id ||
        // Core books what a killed process left together with the next refund.
        (refund_id !== null &&
          reference === "refund" &&
          reference_id === refund_id)
    )
    .map(({ id }) => id)
  if (transactionIds.length > 0) {
    await orders.deleteOrderTransactions(transactionIds)
  }
  await payments.deleteRefunds(refundIds)
  await correctTotals(order_id, container)
}

async function takeCredit(
  lines: CreditLines,
  { credit_lines }: Books,
  share: { refund_id: string; version: number; amount: string }
) {
  const line = credit_lines.find(
    ({ amount, metadata }) =>
      metadata?.created_in_version === share.version &&
      MathBN.gte(amount, share.amount)
  )
  if (!line) {
    return
  }
  if (isSameAmount(line.amount, share.amount)) {
    await lines.deleteOrderCreditLines([line.id])
    return
  }
  // One statement lessens it and keeps by whom, so it is never done twice.
  const taken = line.metadata?.[TAKEN_OUT] ?? []
  if (!taken.includes(share.refund_id)) {
    await lines.updateOrderCreditLines({
      id: line.id,
      amount: MathBN.sub(line.amount, share.amount),
      metadata: { ...line.metadata, [TAKEN_OUT]: [...taken, share.refund_id] },
    })
  }
}
