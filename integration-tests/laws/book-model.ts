import { z } from "@medusajs/framework/zod"
import type { RefundRequestRow } from "../../src/modules/instalments/ledger/rows"
import { isOver } from "../../src/modules/instalments/refunds/state"
import { sum, type BookRows } from "./book-rows"
import type { OrderBooks, OrderOfCart } from "./books"

/** Medusa treats a cent or less as nothing owed. */
const NOTHING = 1
const amount = z
  .union([z.number(), z.string(), z.object({ value: z.string() })])
  .nullish()
  .transform((it) => 100 * Number(it && typeof it === "object" ? it.value : it))

/**
 * An independent model of an order's books: the totals that it must have,
 * calculated from its rows, to the cent.
 *
 * Always known are: the total (articles less returned ones, delivery, their
 * discounts and taxes, less all credit), what was paid (captures), what was
 * refunded (valid refunds), and what is pending (the total less what the store
 * holds; in the admin also less the articles of requested returns).
 *
 * The credit for refunds is known by replaying the order's transactions. A
 * refund is credited, except for what the order owed the shopper at that
 * moment; the versions of an order have its total at any time. A cancellation
 * credits all that it refunds. When a refund of the order has failed, later
 * ones may have been calculated before that. Then only bounds are known: at
 * most what was refunded, and at least that less the most that was ever owed.
 *
 * Not known: `original_order_total`, which belongs to a change and not to the
 * books; which of two values `credit_line_total` has, because core counts only
 * the credit of the last change, and a repaired summary all of it; and whether
 * a stored `pending_difference` is reduced by a requested return, as when core
 * undoes a change.
 */
export function modelBreaches(
  order: OrderOfCart,
  rows: BookRows,
  requests: RefundRequestRow[]
): string[] {
  const found: string[] = []
  const now = rows.at(rows.version)
  const payments = order.payment_collections.flatMap((one) => one.payments)
  const paid = sum(payments, (one) => sum(one.captures, amountOf))
  const refunded = sum(payments, (one) => sum(one.refunds, amountOf))
  const held = paid - refunded
  const total = now.goods - now.own - now.refunds
  const must = (what: string, is: number, ...may: number[]) => {
    if (!may.some((right) => isSame(is, right))) {
      found.push(
        `order ${order.id}: ${what} is ${round(is)}, not ${may.map(round).join(" or ")} cents by its rows`
      )
    }
  }

  must("its total", order.total, total)
  const shown = total - now.requested - held
  must(
    "its pending difference as shown",
    order.summary?.pending_difference ?? 0,
    Math.abs(shown) <= NOTHING ? 0 : shown
  )
  for (const id of now.doubled) {
    found.push(`order ${order.id} has ${id} twice in version ${rows.version}`)
  }
  if (rows.summaries.length === 0) {
    found.push(`order ${order.id} has no summary of version ${rows.version}`)
  }
  for (const { totals } of isOfDraft(order, rows) ? [] : rows.summaries) {
    const says = (name: string) => amount.parse(totals[name] ?? 0)
    must("current_order_total", says("current_order_total"), total)
    must("accounting_total", says("accounting_total"), total)
    must("paid_total", says("paid_total"), paid)
    must("refunded_total", says("refunded_total"), refunded)
    must("transaction_total", says("transaction_total"), held)
    must(
      "pending_difference",
      says("pending_difference"),
      total - held,
      total - held - now.requested
    )
    const all = now.own + now.refunds
    must("credit_line_total", says("credit_line_total"), all, now.news)
  }
  const [least, most] = creditOf(order, rows, requests)
  if (now.refunds < least - 0.5 || now.refunds > most + 0.5) {
    found.push(
      `order ${order.id}: refunds are credited with ${round(now.refunds)}, not ${round(least)}${isSame(least, most) ? "" : ` to ${round(most)}`} cents`
    )
  }
  return found
}

/**
 * Whether core stored the summary for a draft before it calculated the taxes.
 * Core keeps it until the order's next version. What people see and pay is
 * calculated again, and is right.
 */
function isOfDraft({ cartId }: OrderOfCart, { version }: BookRows): boolean {
  return cartId === null && version === 1
}

/** The bounds of the credit for an order's refunds. */
function creditOf(
  { payment_collections }: OrderBooks,
  { transactions, at }: BookRows,
  requests: RefundRequestRow[]
): [number, number] {
  const payments = payment_collections.flatMap((one) => one.payments)
  const isPayment = (id: string | null) => payments.some((p) => p.id === id)
  let [paid, refunded, credit, mostOwed] = [0, 0, 0, 0]
  for (const { amount, version, reference_id } of transactions) {
    if (amount >= 0) {
      paid += amount
      continue
    }
    const { goods, requested, own } = at(version)
    const pending = goods - requested - own - credit - (paid - refunded)
    const owed = pending < -NOTHING ? -pending : 0
    mostOwed = Math.max(mostOwed, paid - (goods - requested - own))
    refunded -= amount
    // The transactions of a cancellation refer to the payment.
    credit += isPayment(reference_id) ? -amount : Math.max(0, -amount - owed)
  }
  const hasFailed = requests.some(
    ({ payment_id, status }) => isPayment(payment_id) && isOver(status)
  )
  return hasFailed
    ? [Math.max(0, refunded - mostOwed), refunded]
    : [credit, credit]
}

const amountOf = (row: { amount: number }) => row.amount
const isSame = (a: number, b: number) => Math.abs(a - b) < 0.5
/** As people read it: whole cents, or the fraction of one. */
const round = (cents: number) => Number(cents.toFixed(2))
