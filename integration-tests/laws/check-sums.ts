import type { RefundRequestRow } from "../../src/modules/instalments/ledger/rows"
import { isOver } from "../../src/modules/instalments/refunds/state"
import type { OrderBooks } from "./books"
import { isOthers } from "./other-system"
import type { Scene } from "./scene"
import { isSupports } from "./support"

/** Refunds that were never sent to the service, or that it does not have. */
const WITHOUT_SERVICE = ["refused", "withdrawn"]

/** The sum of amounts, in whole cents. */
export const sum = (list: { amount: number }[]) => toTheCent(exactSum(list))
/** The same with the fractions that VAT leaves. */
export const exactSum = (list: { amount: number }[]) =>
  list.reduce((total, { amount }) => total + amount, 0)
/** Rounds half up, without the errors of binary fractions. */
export const toTheCent = (cents: number) => Math.round(Number(cents.toFixed(6)))

/** What the ledger says of a refund request is what the service says of it. */
export function requestBreaches(request: RefundRequestRow, { store }: Scene) {
  const { id, amount, status, refund_request_id, held_reason } = request
  const there = store.sandbox.refundRequests.get(refund_request_id ?? "")
  if (there && isOthers(there)) {
    return [`refund request ${id} is taken for another system's ${there.id}`]
  }
  if (there && isSupports(there) && !mayBeTaken(request, there)) {
    return [`refund request ${id} is taken for support's own ${there.id}`]
  }
  if (held_reason || WITHOUT_SERVICE.includes(status)) {
    return []
  }
  return there?.amount === amount && there.status === status
    ? []
    : [
        `refund request ${id} is ${status} (${amount} cents) in the ledger, ${there?.status} (${there?.amount} cents) at the service`,
      ]
}

/**
 * Support's own refund of the same payment and amount counts as the store's
 * when the service has refused the store's: the shopper has the money once, and
 * the two cannot be told apart. A refund that the merchant has booked counts
 * too.
 */
function mayBeTaken(
  { remainder_refused_at, sent_at, checkout_id }: RefundRequestRow,
  there: { checkout_id: string }
) {
  return (
    there.checkout_id === checkout_id &&
    (remainder_refused_at !== null || sent_at === null)
  )
}

/**
 * What the service has refunded of an order's payments for the store equals
 * what Medusa has. Refunds that support made by itself count separately, except
 * those of a row. A refund that waits for a person is not counted yet.
 */
export function serviceBreaches(
  order: OrderBooks,
  requests: RefundRequestRow[],
  { store }: Scene
): string[] {
  const { checkouts, refundRequests } = store.sandbox
  return paymentsOf(order).flatMap(({ id, data, refunds }) => {
    const sold = [...checkouts.values()].find(
      (checkout) => checkout.client_reference_id === data?.reference
    )
    const isOpen = requests.some(
      (request) => request.payment_id === id && request.held_reason
    )
    const isTaken = (refund: { id: string }) =>
      requests.some(({ refund_request_id }) => refund_request_id === refund.id)
    const returned = [...refundRequests.values()].filter(
      (refund) =>
        refund.checkout_id === sold?.id &&
        refund.status !== "failed" &&
        (!isSupports(refund) || isTaken(refund))
    )
    return !sold || isOpen || sum(returned) === sum(refunds)
      ? []
      : [
          `order ${order.id}: the service has refunded ${sum(returned)} cents of payment ${id}, Medusa ${sum(refunds)}`,
        ]
  })
}

/** All payments of an order that is paid come to its total, to the cent. */
export function totalBreaches(order: OrderBooks, { store }: Scene): string[] {
  const payments = paymentsOf(order).filter(({ captures }) => captures.length)
  const captured = exactSum(payments.flatMap(({ captures }) => captures))
  const paid = [...store.sandbox.checkouts.values()].filter((checkout) =>
    payments.some(
      ({ data }) => data?.reference === checkout.client_reference_id
    )
  )
  const isPaid = payments.length > 0 && Math.abs(order.total - captured) < 1
  // Another provider rounds by itself, and what went back may have been fractions.
  const isOurs = paid.length === payments.length
  // The merchant waives whole cents, of a total that has fractions.
  const isWhole =
    order.credit_lines.length === 0 &&
    payments.every(({ refunds }) => refunds.length === 0)
  return !isPaid || !isOurs || !isWhole || sum(paid) === toTheCent(order.total)
    ? []
    : [
        `order ${order.id}: ${sum(paid)} cents were paid of ${toTheCent(order.total)}`,
      ]
}

/** What binary fractions of Medusa's amounts may be off, in cents. */
const NOTHING = 0.001

/**
 * Medusa's own sums, compared with each other to the last fraction that VAT leaves,
 * and with the ledger's refund requests to the cent of each payment.
 */
export function bookBreaches(order: OrderBooks, requests: RefundRequestRow[]) {
  const name = `order ${order.id}`
  const payments = paymentsOf(order)
  const captured = exactSum(payments.flatMap(({ captures }) => captures))
  const refunded = exactSum(payments.flatMap(({ refunds }) => refunds))
  const collections = order.payment_collections
  const equal = (what: string, a: number, b: number) =>
    Math.abs(a - b) < NOTHING
      ? []
      : [`${name}: ${what} is ${a}, not ${b} cents`]
  return [
    ...payments
      .filter(({ data }) => data?.reference)
      .flatMap(({ id, refunds }) => {
        const asked = requests.filter(
          ({ payment_id, status, refund_id }) =>
            refund_id && !isOver(status) && payment_id === id
        )
        return equal(`refunded of payment ${id}`, sum(refunds), sum(asked))
      }),
    ...equal(
      "the sum of its transactions",
      exactSum(order.transactions),
      captured - refunded
    ),
    ...equal(
      "captured of its collections",
      collections.reduce((n, one) => n + (one.captured_amount ?? 0), 0),
      captured
    ),
    ...equal(
      "refunded of its collections",
      collections.reduce((n, one) => n + (one.refunded_amount ?? 0), 0),
      refunded
    ),
    ...equal("paid_total", order.summary?.paid_total ?? 0, captured),
    ...equal("refunded_total", order.summary?.refunded_total ?? 0, refunded),
  ]
}

export function paymentsOf({ payment_collections }: OrderBooks) {
  return payment_collections.flatMap(({ payments }) => payments)
}
