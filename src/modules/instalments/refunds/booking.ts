import { z } from "@medusajs/framework/zod"

const MADE = "made at the service: "

/**
 * The note of Medusa's refund that books what the service's support has made: a
 * payment provider is told nothing else about a refund.
 */
export const noteOf = (refund_request_id: string) => MADE + refund_request_id

/** The service's id in such a note. */
export function madeAtService(
  note: string | null | undefined
): string | undefined {
  return note?.startsWith(MADE) ? note.slice(MADE.length) : undefined
}

const AGAIN = "instalments_refund_again"

/** The metadata of Medusa's refund that asks once more for a refund request's money. */
export const askingAgain = (id: string) => ({ [AGAIN]: id })

/** The refund request whose money is asked for once more, in such metadata. */
export function askedAgain(
  metadata: Record<string, unknown> | null | undefined
): string | undefined {
  const id = metadata?.[AGAIN]
  return typeof id === "string" ? id : undefined
}

/** Decimals in major units, as text: what Medusa's books hold may be finer than a cent. */
const decimal = z.string()

const booking = z.object({
  order_id: z.string(),
  version: z.number(),
  amount: decimal,
  credit: decimal,
})

const booked = z.object({
  order_id: z.string(),
  transaction_id: z.string().nullable(),
  credit: z.object({ version: z.number(), amount: decimal }).nullable(),
})

/**
 * What Medusa is to book for a refund, known when it is filed: a transaction of
 * `amount` and, as its own refund workflow does it, `credit` for what the order
 * did not owe the shopper; of the order's `version` then or of a later one.
 */
export type Booking = z.infer<typeof booking>

/**
 * What Medusa has booked for a refund, by which it is taken out again: its
 * transaction, and its share of the credit line that the order's `version` had
 * as new. A credit line gets another id with every version of its order; the
 * version that made it stays in its metadata.
 */
export type Booked = z.infer<typeof booked>

/** What the ledger kept of both; null for what is older than the columns. */
export function booksOf(row: { booking: unknown; booked: unknown }): {
  booking: Booking | null
  booked: Booked | null
} {
  return {
    booking: booking.nullable().parse(row.booking),
    booked: booked.nullable().parse(row.booked),
  }
}
