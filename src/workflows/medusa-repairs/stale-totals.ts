/*
 * Medusa 2.21.2. When a transaction is deleted, core corrects only the totals of the version that
 * it belonged to. A refund's credit line has made a newer version, whose totals stay wrong.
 * Canary: `integration-tests/medusa/defects.spec.ts`.
 */
import type { BigNumberInput, MedusaContainer } from "@medusajs/framework/types"
import {
  BigNumber,
  ContainerRegistrationKeys,
  createRawPropertiesFromBigNumber,
  MathBN,
  Modules,
} from "@medusajs/framework/utils"
import { isSameAmount } from "../../modules/instalments/rules"
import { createdIn, readBooks, type Books } from "../refunds/books/read-books"

/** An order summary's amounts, in major units. */
type Totals = Record<string, BigNumberInput | null>

/**
 * Medusa's generated methods that are missing in its type of the order module.
 */
type Summaries = {
  listOrderSummaries(
    filter: { order_id: string; version: number[] },
    config: { select: string[] }
  ): Promise<{ id: string; version: number; totals: Totals }[]>
  updateOrderSummaries(data: object): Promise<unknown>
}

/**
 * Writes the totals of an order's current version, and the refunded amount of
 * its payment collections, from what the books hold now, where they differ.
 */
export async function correctTotals(
  orderId: string,
  container: MedusaContainer
): Promise<void> {
  const books = await readBooks(orderId, container)
  const orders = container.resolve(Modules.ORDER) as unknown as Summaries
  const effective = await effectiveVersion(books, container)
  const summaries = await orders.listOrderSummaries(
    { order_id: orderId, version: [books.version, effective] },
    { select: ["id", "version", "totals"] }
  )
  const then = summaries.find(({ version }) => version === effective)
  // Changes that are confirmed at the same time leave two summaries of one
  // version.
  for (const { id, version, totals } of summaries) {
    const right = totalsOf(books, effective, then?.totals ?? totals)
    const isRight = Object.entries(right).every(([name, amount]) =>
      isSameAmount(totals[name] ?? 0, amount)
    )
    if (version === books.version && !isRight) {
      const corrected: Totals = { ...totals }
      for (const [name, amount] of Object.entries(right)) {
        corrected[name] = new BigNumber(amount)
      }
      createRawPropertiesFromBigNumber(corrected)
      await orders.updateOrderSummaries({ id, totals: corrected })
    }
  }
  for (const { id, payments, ...collection } of books.payment_collections) {
    const refunds = payments.flatMap((payment) => payment.refunds)
    const refunded_amount = sum(refunds)
    if (isSameAmount(collection.refunded_amount ?? 0, refunded_amount)) {
      continue
    }
    // Medusa's type of this update has no amount; the column accepts it.
    const refunded: object = { refunded_amount: refunded_amount.toNumber() }
    await container
      .resolve(Modules.PAYMENT)
      .updatePaymentCollections(id, refunded)
  }
}

/**
 * The newest version of an order whose change still has an effect. A change that
 * only made credit lines, all of them deleted since, has none.
 */
async function effectiveVersion(
  { id, version, credit_lines }: Books,
  container: MedusaContainer
): Promise<number> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data: changes } = await query.graph({
    entity: "order_change",
    fields: ["version"],
    filters: { order_id: id, status: "confirmed", change_type: "credit_line" },
  })
  const ofCredit = new Set(changes.map((change) => Number(change.version)))
  let effective = version
  while (
    ofCredit.has(effective) &&
    !credit_lines.some((line) => createdIn(line) === effective)
  ) {
    effective -= 1
  }
  return effective
}

/**
 * An order's totals by its books, with the names of its summary. In core
 * `credit_line_total` is the credit of the last change, and
 * `original_order_total` the total before it. Both belong to the `effective`
 * version, whose summary is `then`.
 */
function totalsOf(
  { transactions, credit_lines, total }: Books,
  effective: number,
  then: Totals
) {
  const booked = sum(transactions)
  const credited = sum(
    credit_lines.filter((line) => createdIn(line) >= effective)
  )
  // The change of the total since then, by what was removed from earlier
  // versions.
  const added = MathBN.sub(
    MathBN.add(total, credited),
    MathBN.add(then.current_order_total ?? 0, then.credit_line_total ?? 0)
  )
  return {
    paid_total: sum(transactions.filter(({ amount }) => MathBN.gt(amount, 0))),
    refunded_total: MathBN.abs(
      sum(transactions.filter(({ amount }) => MathBN.lt(amount, 0)))
    ),
    transaction_total: booked,
    credit_line_total: credited,
    current_order_total: total,
    accounting_total: total,
    original_order_total: MathBN.add(then.original_order_total ?? 0, added),
    pending_difference: MathBN.sub(total, booked),
  }
}

function sum(entries: { amount: BigNumberInput }[]) {
  return MathBN.sum(0, ...entries.map(({ amount }) => amount))
}
