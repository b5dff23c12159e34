import { z } from "@medusajs/framework/zod"
import { oneOrMore, paging, q, span, text, word } from "../query-params"

const filter = {
  q,
  id: oneOrMore(text),
  outcome: oneOrMore(word(["open", "placed", "returned", "held", "closed"])),
  // The service's word: one that this plugin does not know is a word too.
  status: oneOrMore(text),
  order_id: oneOrMore(text),
  cart_id: oneOrMore(text),
  created_at: span,
}

const { limit, offset, order, fields } = paging([
  "created_at",
  "paid_at",
  "outcome_at",
  "amount",
  "outcome",
  "status",
])

/** The query of an export: what is filtered, without paging. */
export const exportQuery = z.strictObject({
  ...filter,
  order: order.optional(),
})

/** The query of `GET /admin/instalments/checkouts`. */
export const listQuery = z.strictObject({
  ...filter,
  ...{ limit, offset, order, fields },
})
