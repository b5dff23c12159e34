import { z } from "@medusajs/framework/zod"

const moment = z.coerce
  .date("expected a date or a moment, like 2026-11-21T10:00:00Z")
  .optional()

/** `created_at[$gte]=…` and its like. */
const span = z
  .strictObject({ $gte: moment, $gt: moment, $lte: moment, $lt: moment })
  .optional()

/** One of these words; the error for another word names them all. */
const word = (words: string[]) =>
  z.enum(words, { error: `expected one of ${words.join(", ")}` })

/** One value, or several as `name[]=a&name[]=b`. */
const oneOrMore = <T extends z.ZodType>(entry: T) =>
  z.preprocess((value) => [value].flat(), z.array(entry)).optional()

/** A text that is not empty, given once. */
const text = z.string().min(1, "is empty").max(200, "is too long")
const texts = oneOrMore(text)

/** What both lists take; `order=-created_at` descends. */
function shared(columns: string[]) {
  const orders = columns.flatMap((column) => [column, `-${column}`])
  return {
    /** Any reference, or an order's number like `#12`. */
    q: z.string().max(200, "is too long").optional(),
    order_id: texts,
    created_at: span,
    limit: z.coerce.number().int().min(1).max(1_000).default(20),
    offset: z.coerce.number().int().min(0).max(999_999_999).default(0),
    order: word(orders).default("-created_at"),
  }
}

/** The query of `GET /admin/instalments/checkouts`, and of its export. */
export const checkoutList = z.strictObject({
  ...shared([
    ...["created_at", "paid_at", "outcome_at"],
    ...["amount", "outcome", "status"],
  ]),
  id: texts,
  outcome: oneOrMore(word(["open", "placed", "returned", "held", "closed"])),
  // The service's word. It may be one that this plugin does not know.
  status: texts,
  cart_id: texts,
})

/** The query of `GET /admin/instalments/refund-requests`, and of its export. */
export const refundRequestList = z.strictObject({
  ...shared(["created_at", "send_after", "finished_at", "amount", "status"]),
  status: oneOrMore(
    word([
      ...["filed", "scheduled", "sending", "in_doubt", "requested"],
      ...["pending", "complete", "failed", "refused", "withdrawn"],
    ])
  ),
  reason: oneOrMore(word(["merchant", "system", "unplaced"])),
  checkout_id: text.optional(),
  reference: text.optional(),
  payment_id: texts,
})
