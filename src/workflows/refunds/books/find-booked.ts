import type { BigNumberInput } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"
import { booksOf, isSameAmount } from "../../../modules/instalments/rules"
import type {
  Booked,
  RefundRequestRow,
} from "../../../modules/instalments/types"
import { createdIn, paymentsOf, type Books } from "./read-books"

type Row = Pick<
  RefundRequestRow,
  | "id"
  | "payment_id"
  | "refund_id"
  | "booking"
  | "booked"
  | "dropped_at"
  | "undone_at"
>

/**
 * Finds what Medusa has booked for a refund, and whether that is all of it. Core's
 * refund workflow names the refund in its transaction; its cancellation of an order
 * names the payment, and makes one credit line for all its payments. It has to be of
 * the expected amounts to the last decimal, of the order's version at the filing or
 * a later one, and of no other refund request (`rows` of the order): nothing that
 * may be somebody else's is taken for it.
 */
export function findBooked(
  row: Row,
  books: Books,
  rows: Row[]
): { booked: Booked; whole: boolean } {
  const refund = paymentsOf(books)
    .flatMap(({ refunds }) => refunds)
    .find(({ id }) => id === row.refund_id)
  const booking = booksOf(row).booking ?? {
    ...{ amount: refund?.amount ?? 0, credit: 0, version: 1 },
  }
  const { amount } = booking
  // The share of what was taken out is in no credit line any more.
  const taken = rows.flatMap((other) =>
    other.id !== row.id && other.undone_at === null
      ? (booksOf(other).booked ?? [])
      : []
  )
  // Core takes out what the provider refused before it books the cancellation, so
  // a refund that was never asked for or refused, and is still there, has none.
  const isOfAnother =
    row.dropped_at !== null &&
    (refund !== undefined || keptUnnamed(row, books, rows))
  const transaction = books.transactions
    .filter(({ reference, id }) => {
      const isTaken = taken.some(({ transaction_id }) => transaction_id === id)
      return reference === "refund" && !isTaken
    })
    .find(
      (entry) =>
        entry.reference_id === row.refund_id ||
        (entry.reference_id === row.payment_id &&
          !isOfAnother &&
          entry.version >= booking.version &&
          isSameAmount(MathBN.abs(entry.amount), amount))
    )
  const isShare = transaction?.reference_id === row.payment_id
  const expected = isShare ? amount : booking.credit
  // Core credits the order after it has booked the transaction; a cancellation
  // only for what was not refused at once.
  const credit =
    transaction && !(isShare && row.dropped_at)
      ? findCredit(books, taken, {
          ...{ since: transaction.version, expected, isShare },
        })
      : null
  // Core books a transaction that another refund has left out, by its own amount.
  const isOfAmount =
    transaction !== undefined &&
    isSameAmount(MathBN.abs(transaction.amount), amount)
  return {
    booked: {
      order_id: books.id,
      transaction_id: transaction?.id ?? null,
      credit,
    },
    whole:
      refund !== undefined &&
      isOfAmount &&
      (credit !== null || isSameAmount(expected, 0)),
  }
}

/**
 * Whether Medusa has kept another refund of the payment that was not dropped, and
 * that no transaction names: then the one that names the payment is that one's, and
 * not of a refund (`id`) that was dropped, whatever their amounts are.
 */
function keptUnnamed(
  { id, payment_id }: Row,
  books: Books,
  rows: Row[]
): boolean {
  const kept = paymentsOf(books).flatMap(({ refunds }) => refunds)
  return rows.some(
    (other) =>
      other.id !== id &&
      other.payment_id === payment_id &&
      other.dropped_at === null &&
      kept.some((refund) => refund.id === other.refund_id) &&
      !booksOf(other).booked?.transaction_id &&
      !books.transactions.some(
        ({ reference_id }) => reference_id === other.refund_id
      )
  )
}

/** The credit line that is the refund's, or has a share for it (`isShare`). */
function findCredit(
  { credit_lines }: Books,
  taken: Booked[],
  {
    since,
    expected,
    isShare,
  }: { since: number; expected: BigNumberInput; isShare: boolean }
): Booked["credit"] {
  const found = credit_lines.find((line) => {
    const left = MathBN.sub(line.amount, sharesOf(line, taken))
    return (
      createdIn(line) > since &&
      MathBN.gt(left, 0) &&
      (isShare
        ? MathBN.gte(left, expected)
        : isSameAmount(left, expected) && isSameAmount(line.amount, expected))
    )
  })
  if (!found) {
    return null
  }
  const amount = MathBN.convert(isShare ? expected : found.amount).toFixed()
  return { version: createdIn(found), amount }
}

function sharesOf(line: Books["credit_lines"][number], taken: Booked[]) {
  return taken.reduce(
    (sum, { credit }) =>
      credit?.version === createdIn(line) &&
      MathBN.lte(credit.amount, line.amount)
        ? MathBN.add(sum, credit.amount)
        : sum,
    MathBN.convert(0)
  )
}
