import type { BigNumberInput } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"
import { booksOf, isSameAmount } from "../../../modules/instalments/rules"
import type {
  Booked,
  RefundRequestRow,
} from "../../../modules/instalments/types"
import { paymentsOf, type Books } from "./read-books"

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
  const { booking } = booksOf(row)
  const refund = paymentsOf(books)
    .flatMap(({ refunds }) => refunds)
    .find(({ id }) => id === row.refund_id)
  const amount = booking?.amount ?? refund?.amount ?? 0
  // The share of what was taken out is in no credit line any more.
  const taken = rows.flatMap((other) =>
    other.id !== row.id && other.undone_at === null
      ? (booksOf(other).booked ?? [])
      : []
  )
  const transaction = books.transactions
    .filter(({ reference, id }) => {
      const isTaken = taken.some(({ transaction_id }) => transaction_id === id)
      return reference === "refund" && !isTaken
    })
    .find(
      (entry) =>
        entry.reference_id === row.refund_id ||
        (entry.reference_id === row.payment_id &&
          entry.version >= (booking?.version ?? 1) &&
          isSameAmount(MathBN.abs(entry.amount), amount))
    )
  const isCancellation = transaction?.reference_id === row.payment_id
  const expected = isCancellation ? amount : booking?.credit
  // Core credits the order after it has booked the transaction; a cancellation
  // only for what was not refused at once.
  const mayBeCredited = !isCancellation || row.dropped_at === null
  const credit =
    transaction && mayBeCredited
      ? findCredit(books, taken, {
          since: transaction.version,
          ...{ expected, amount, isCancellation },
        })
      : null
  const isCredited =
    credit !== null || expected === undefined || isSameAmount(expected, 0)
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
    whole: refund !== undefined && isOfAmount && isCredited,
  }
}

/**
 * The credit line that is the refund's, or has a share for it. What is `expected`
 * is not known of a refund request that is older than this rule: core made its
 * credit line in the version right after its transaction.
 */
function findCredit(
  { credit_lines }: Books,
  taken: Booked[],
  {
    since,
    expected,
    amount,
    isCancellation,
  }: {
    since: number
    expected: BigNumberInput | undefined
    amount: BigNumberInput
    isCancellation: boolean
  }
): Booked["credit"] {
  const found = credit_lines.find((line) => {
    const version = line.metadata?.created_in_version ?? 0
    const left = MathBN.sub(line.amount, sharesOf(version, line.amount, taken))
    if (version <= since || MathBN.lte(left, 0)) {
      return false
    }
    if (expected === undefined) {
      return version === since + 1 && MathBN.lte(left, amount)
    }
    return isCancellation
      ? MathBN.gte(left, expected)
      : isSameAmount(left, expected) && isSameAmount(line.amount, expected)
  })
  if (!found) {
    return null
  }
  const share = isCancellation ? amount : found.amount
  return {
    version: Number(found.metadata?.created_in_version),
    amount: MathBN.convert(share).toFixed(),
  }
}

function sharesOf(version: number, amount: BigNumberInput, taken: Booked[]) {
  return taken.reduce(
    (sum, { credit }) =>
      credit?.version === version && MathBN.lte(credit.amount, amount)
        ? MathBN.add(sum, credit.amount)
        : sum,
    MathBN.convert(0)
  )
}
