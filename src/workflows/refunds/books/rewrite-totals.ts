import type { MedusaContainer } from "@medusajs/framework/types"
import {
  BigNumber,
  createRawPropertiesFromBigNumber,
  MathBN,
  Modules,
} from "@medusajs/framework/utils"
import { readOrderBooks } from "./read-books"

/** Medusa's generated methods that its type of the order module leaves out. */
type Summaries = {
  listOrderSummaries(
    filter: { order_id: string; version: number },
    config: { select: string[] }
  ): Promise<{ id: string; totals: Record<string, unknown> }[]>
  updateOrderSummaries(data: object): Promise<unknown>
}

/**
 * Writes the totals of an order's current version, and the refunded amount of
 * its payment collections, from what the books hold now. Medusa corrects only
 * the version that a deleted transaction belonged to, and a refund's credit
 * line has made a newer one.
 */
export async function rewriteTotals(
  orderId: string,
  container: MedusaContainer
): Promise<void> {
  const books = await readOrderBooks(orderId, container)
  const sum = (amounts: Parameters<typeof MathBN.add>) =>
    amounts.reduce<ReturnType<typeof MathBN.convert>>(
      (total, amount) => MathBN.add(total, amount),
      MathBN.convert(0)
    )
  const amounts = books.transactions.map(({ amount }) => amount)
  const transactions = sum(amounts)
  const credits = sum(books.credit_lines.map(({ amount }) => amount))
  const total = MathBN.convert(books.total)
  const written = {
    paid_total: sum(amounts.filter((amount) => MathBN.gt(amount, 0))),
    refunded_total: MathBN.abs(
      sum(amounts.filter((amount) => MathBN.lt(amount, 0)))
    ),
    transaction_total: transactions,
    credit_line_total: credits,
    current_order_total: total,
    accounting_total: total,
    original_order_total: MathBN.add(total, credits),
    pending_difference: MathBN.sub(total, transactions),
  }
  const orders = container.resolve(Modules.ORDER) as unknown as Summaries
  // Changes confirmed at once leave two summaries of one version.
  const summaries = await orders.listOrderSummaries(
    { order_id: orderId, version: books.version },
    { select: ["id", "totals"] }
  )
  for (const summary of summaries) {
    const totals = {
      ...summary.totals,
      ...Object.fromEntries(
        Object.entries(written).map(([key, value]) => [
          key,
          new BigNumber(value),
        ])
      ),
    }
    createRawPropertiesFromBigNumber(totals)
    await orders.updateOrderSummaries({ id: summary.id, totals })
  }
  for (const { id, payments } of books.payment_collections) {
    const refunds = payments.flatMap((payment) => payment.refunds)
    // Medusa's type of this update leaves the amount out; the column takes it.
    const refunded: object = {
      refunded_amount: sum(refunds.map(({ amount }) => amount)).toNumber(),
    }
    await container
      .resolve(Modules.PAYMENT)
      .updatePaymentCollections(id, refunded)
  }
}
