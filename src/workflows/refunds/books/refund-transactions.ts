import type { BigNumberInput } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"
import {
  isSameAmount,
  toCents,
} from "../../../modules/instalments/domain/money"
import type { Books } from "./read-books"

/**
 * The transactions of an order that stand for a refund. Core names the refund
 * in them; when it is the order's cancellation that refunds, the payment. Such
 * a one stands for the last refund of its amount that has none of its own, and
 * for no refund at all when every one of the books has its own: what core
 * booked was then refused.
 */
export function refundTransactions(
  refund: { refund_id: string; payment_id: string; amount: number },
  books: Books
): Books["transactions"] {
  const { transactions, payment_collections } = books
  const isItsAmount = amountOf(refund, books)
  // Core also books other refunds of the payment, with this one's amount.
  const named = (id: string) =>
    transactions.filter(
      (entry) =>
        entry.reference_id === id && isItsAmount(MathBN.abs(entry.amount))
    )
  const own = named(refund.refund_id)
  if (own.length > 0) {
    return own
  }
  const ofPayment = named(refund.payment_id).filter(
    ({ reference }) => reference === "refund"
  )
  const claimants = payment_collections
    .flatMap(({ payments }) => payments)
    .filter(({ id }) => id === refund.payment_id)
    .flatMap(({ refunds }) => refunds)
    .filter((one) => isItsAmount(one.amount) && !named(one.id).length)
    .map(({ id }) => id)
    // Medusa's ids grow with time, and a cancellation asks last.
    .sort()
    .reverse()
  const place = claimants.indexOf(refund.refund_id)
  return place < 0
    ? ofPayment.slice(claimants.length)
    : ofPayment.slice(place, place + 1)
}

/**
 * Whether an amount of Medusa's (major units) is a refund's (cents): the one that
 * Medusa's own refund has. Once that is gone, any that rounds to it or to the
 * cent beside it, as of two halves of a cent one refund gets all (`fileRefund`).
 */
export function amountOf(
  { refund_id, amount: cents }: { refund_id: string; amount: number },
  { currency_code, payment_collections }: Books
): (amount: BigNumberInput) => boolean {
  const own = payment_collections
    .flatMap(({ payments }) => payments)
    .flatMap(({ refunds }) => refunds)
    .find(({ id }) => id === refund_id)
  return own
    ? (amount) => isSameAmount(amount, own.amount)
    : (amount) =>
        MathBN.gte(amount, 0) &&
        Math.abs(toCents(amount, currency_code) - cents) <= 1
}

/**
 * What a cancellation booked as returned of a payment and no refund stands
 * for, in integer cents.
 */
export function unclaimed(payment_id: string, books: Books): number[] {
  const amounts = books.transactions
    .filter(
      ({ reference, reference_id }) =>
        reference === "refund" && reference_id === payment_id
    )
    .map(({ amount }) => toCents(MathBN.abs(amount), books.currency_code))
  return [...new Set(amounts)].filter(
    (amount) =>
      refundTransactions({ refund_id: "", payment_id, amount }, books).length >
      0
  )
}
