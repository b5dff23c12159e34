import { z } from "@medusajs/framework/zod"
import { oneOrMore, paging, q, span, text, word } from "../query-params"

const filter = {
  q,
  status: oneOrMore(
    word([
      "filed",
      "scheduled",
      "sending",
      "in_doubt",
      "requested",
      "pending",
      "complete",
      "failed",
      "refused",
      "withdrawn",
    ])
  ),
  reason: oneOrMore(word(["merchant", "system", "unplaced"])),
  checkout_id: text.optional(),
  reference: text.optional(),
  payment_id: oneOrMore(text),
  order_id: oneOrMore(text),
  created_at: span,
}

const { limit, offset, order, fields } = paging([
  "created_at",
  "send_after",
  "finished_at",
  "amount",
  "status",
])

/** The query of an export: what is filtered, without paging. */
export const exportQuery = z.strictObject({
  ...filter,
  order: order.optional(),
})

/** The query of `GET /admin/instalments/refund-requests`. */
export const listQuery = z.strictObject({
  ...filter,
  ...{ limit, offset, order, fields },
})
