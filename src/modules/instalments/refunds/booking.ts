import { z } from "@medusajs/framework/zod"

/** How the note of a refund of Medusa's begins that is asked for from here. */
const NOTES = {
  /** It books what the service's support has made: the service's id of that. */
  refund_request_id: "made at the service: ",
  /** Its money is asked for once more: the refund request that it replaces. */
  replaces: "instead of refund request: ",
}

/** Such a note: a payment provider is told nothing else about a refund. */
export const noteOf = (what: keyof typeof NOTES, id: string) => NOTES[what] + id

/** What a note says that `noteOf` wrote; nothing of any other. */
export function askedForBy(note: string | null | undefined) {
  const after = (words: string) =>
    note?.startsWith(words) ? note.slice(words.length) : undefined
  return {
    refund_request_id: after(NOTES.refund_request_id),
    replaces: after(NOTES.replaces),
  }
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
