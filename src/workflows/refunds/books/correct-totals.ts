import type { BigNumberInput, MedusaContainer } from "@medusajs/framework/types"
import {
  BigNumber,
  createRawPropertiesFromBigNumber,
  MathBN,
  Modules,
} from "@medusajs/framework/utils"
import { isSameAmount } from "../../../modules/instalments/domain/money"
import { readOrderBooks } from "./read-books"
import { totalsOf } from "./totals-of"

/** Medusa's generated methods that its type of the order module leaves out. */
type Summaries = {
  listOrderSummaries(
    filter: { order_id: string; version: number },
    config: { select: string[] }
  ): Promise<{ id: string; totals: Record<string, BigNumberInput | null> }[]>
  updateOrderSummaries(data: object): Promise<unknown>
}

/**
 * Writes the totals of an order's current version, and the refunded amount of
 * its payment collections, from what the books hold now, where they differ.
 * Medusa corrects only the version that a deleted transaction belonged to, and
 * a refund's credit line has made a newer one: so it is after a refund that we
 * take out, and after one that Medusa takes back itself as two of them met.
 */
export async function correctTotals(
  orderId: string,
  container: MedusaContainer
): Promise<void> {
  const books = await readOrderBooks(orderId, container)
  const { booked, all } = totalsOf(books)
  const orders = container.resolve(Modules.ORDER) as unknown as Summaries
  // Changes confirmed at once leave two summaries of one version.
  const summaries = await orders.listOrderSummaries(
    { order_id: orderId, version: books.version },
    { select: ["id", "totals"] }
  )
  const wrong = summaries.filter(({ totals }) =>
    Object.entries(booked).some(
      ([name, amount]) => !isSameAmount(totals[name] ?? 0, amount)
    )
  )
  for (const summary of wrong) {
    const totals = { ...summary.totals }
    for (const [name, amount] of Object.entries(all)) {
      totals[name] = new BigNumber(amount)
    }
    createRawPropertiesFromBigNumber(totals)
    await orders.updateOrderSummaries({ id: summary.id, totals })
  }
  for (const { id, payments, ...collection } of books.payment_collections) {
    const refunds = payments.flatMap((payment) => payment.refunds)
    const refunded_amount = MathBN.sum(
      0,
      ...refunds.map(({ amount }) => amount)
    )
    if (isSameAmount(collection.refunded_amount ?? 0, refunded_amount)) {
      continue
    }
    // Medusa's type of this update leaves the amount out; the column takes it.
    const refunded: object = { refunded_amount: refunded_amount.toNumber() }
    await container
      .resolve(Modules.PAYMENT)
      .updatePaymentCollections(id, refunded)
  }
}
