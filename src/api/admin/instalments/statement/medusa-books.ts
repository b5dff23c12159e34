import type { BigNumberInput, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { INSTALMENTS_MODULE } from "../../../../modules/instalments"
import { amount, list, toCents } from "../../../../modules/instalments/rules"
import type {
  CheckoutRow,
  MedusaHeld,
} from "../../../../modules/instalments/types"
import {
  bookedPayment,
  paymentFields,
  type BookedPayment,
} from "../../../../workflows/settle/booked-payment"

const collection = z.object({ payments: list(bookedPayment) })
const order = z.object({
  id: z.string(),
  transactions: list(z.object({ amount, reference_id: z.string().nullish() })),
  payment_collections: list(collection),
})
type Order = z.output<typeof order>

/**
 * Reads what Medusa's books hold of checkouts, by reference: the captures and refunds of
 * their payments, and the transactions of their orders.
 */
export async function readMedusaBooks(
  checkouts: CheckoutRow[],
  container: MedusaContainer
): Promise<Map<string, MedusaHeld>> {
  const orders = await readOrders(
    checkouts.flatMap(({ order_id }) => order_id ?? []),
    container
  )
  const held = new Map<string, MedusaHeld>()
  const paying = await readPaying(orders, checkouts, container)
  for (const one of orders) {
    // Of a payment that names a checkout of another order, nothing is held here.
    const its = paying.filter(({ order_id }) => order_id === one.id)
    heldOf(one, its, held)
  }
  // A failed completion may have left a payment in the cart's collection.
  const others = checkouts.filter(({ id }) => !held.has(id))
  const left = await readCollections(
    others.map(({ payment_collection_id }) => payment_collection_id),
    container
  )
  for (const checkout of others) {
    const its = left.filter(isOf(checkout))
    if (its.length > 0) {
      held.set(checkout.id, sumsOf(its))
    }
  }
  return held
}

/** Payments of a checkout, in its currency. */
const isOf =
  ({ id, currency }: Pick<CheckoutRow, "id" | "currency">) =>
  ({ reference, currency_code }: BookedPayment) =>
    reference === id && currency_code.toUpperCase() === currency

async function readOrders(
  ids: string[],
  container: MedusaContainer
): Promise<Order[]> {
  if (ids.length === 0) {
    return []
  }
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({
      entity: "order",
      fields: [
        ...["id", "transactions.amount", "transactions.reference_id"],
        ...paymentFields("payment_collections.payments"),
      ],
      filters: { id: [...new Set(ids)] },
      pagination: { take: ids.length },
    })
  return z.array(order).parse(data)
}

type Paying = Pick<CheckoutRow, "id" | "order_id" | "currency">

/**
 * The checkouts that the orders' payments name, also those of other pages, the
 * oldest first.
 */
async function readPaying(
  orders: Order[],
  known: Paying[],
  container: MedusaContainer
): Promise<Paying[]> {
  const id = orders
    .flatMap(paymentsOf)
    .flatMap(({ reference }) => reference ?? [])
    .filter((reference) => known.every((one) => one.id !== reference))
  const others =
    id.length > 0
      ? await container
          .resolve(INSTALMENTS_MODULE)
          .listCheckouts({ id }, { take: id.length })
      : []
  return [...known, ...others].sort((a, b) => (a.id < b.id ? -1 : 1))
}

const paymentsOf = ({ payment_collections }: Order) =>
  payment_collections.flatMap(({ payments }) => payments)

async function readCollections(
  ids: string[],
  container: MedusaContainer
): Promise<BookedPayment[]> {
  if (ids.length === 0) {
    return []
  }
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({
      entity: "payment_collection",
      fields: ["id", ...paymentFields("payments")],
      filters: { id: [...new Set(ids)] },
      pagination: { take: ids.length },
    })
  return z
    .array(collection)
    .parse(data)
    .flatMap(({ payments }) => payments)
}

/** Adds the payments of an order, each with its part of the transactions. */
function heldOf(
  order: Order,
  checkouts: Paying[],
  held: Map<string, MedusaHeld>
) {
  const { transactions } = order
  const payments = paymentsOf(order)
  const known = new Set(payments.flatMap(idsOf))
  const strays = transactions.filter(
    ({ reference_id }) => !known.has(reference_id ?? "")
  )
  const paidBy = checkouts.filter((one) => payments.some(isOf(one)))
  for (const [n, checkout] of paidBy.entries()) {
    const its = payments.filter(isOf(checkout))
    const ids = new Set(its.flatMap(idsOf))
    const own = transactions.filter(({ reference_id }) =>
      ids.has(reference_id ?? "")
    )
    // What belongs to no payment of the order is told once, with the oldest.
    const amounts = [...own, ...(n === 0 ? strays : [])].map(
      (transaction) => transaction.amount
    )
    const currency = its[0]?.currency_code ?? ""
    held.set(checkout.id, {
      ...sumsOf(its),
      transactions: {
        captured: sum(
          amounts.filter((value) => MathBN.gt(value, 0)),
          currency
        ),
        refunded:
          0 -
          sum(
            amounts.filter((value) => MathBN.lt(value, 0)),
            currency
          ),
      },
    })
  }
}

/** What a payment's transactions refer to: core's cancellation names the payment. */
const idsOf = ({ id, captures, refunds }: BookedPayment) => [
  id,
  ...[...captures, ...refunds].map((entry) => entry.id),
]

function sumsOf(payments: BookedPayment[]): MedusaHeld {
  const currency = payments[0]?.currency_code ?? ""
  const captures = payments.flatMap((payment) => payment.captures)
  const refunds = payments.flatMap((payment) => payment.refunds)
  const amounts = (entries: { amount: BigNumberInput }[]) =>
    entries.map((entry) => entry.amount)
  return {
    payment_id: payments[0]?.id ?? "",
    captured: sum(amounts(captures), currency),
    refunds: refunds.map(({ id, amount: value }) => ({
      id,
      amount: sum([value], currency),
    })),
    refunded: sum(amounts(refunds), currency),
    transactions: null,
  }
}

/** Rounded once, as what is asked of the service is. In cents. */
function sum(amounts: BigNumberInput[], currency: string): number {
  const all = MathBN.sum(0, ...amounts)
  return MathBN.lt(all, 0)
    ? 0 - toCents(MathBN.abs(all), currency)
    : toCents(all, currency)
}
