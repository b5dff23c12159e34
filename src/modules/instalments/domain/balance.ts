import type { BigNumberInput } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { toCents } from "./money"

// Medusa's amounts are BigNumbers; `toCents` refuses what is not an amount.
const amount = z.custom<BigNumberInput>((value) => value != null)

/**
 * The fields of `orderBalance` for Medusa's query. With the total beside it,
 * Medusa counts what a return asks back as owed.
 */
export const BALANCE_FIELDS = [
  ...["id", "display_id", "status", "is_draft_order", "currency_code"],
  ...["region_id", "summary", "total"],
]

/**
 * What an order owes: after an edit, an exchange, a claim, or because nothing was
 * paid yet. One that is cancelled owes nothing, and a draft does not owe yet.
 */
export const orderBalance = z
  .object({
    id: z.string(),
    display_id: z.number(),
    status: z.string(),
    is_draft_order: z.boolean().nullish(),
    currency_code: z.string(),
    region_id: z.string().nullish(),
    summary: z.object({ pending_difference: amount }).nullish(),
  })
  .transform(({ id, summary, currency_code, ...order }) => {
    const isCancelled = order.status === "canceled"
    const is_draft = order.is_draft_order ?? false
    const due = MathBN.max(0, summary?.pending_difference ?? 0)
    return {
      order_id: id,
      /** The number that people know the order by. */
      number: order.display_id,
      /** Medusa's word: `pending`, `completed`, `draft`, `canceled`, `archived` .. */
      status: order.status,
      is_draft,
      /** Upper case. */
      currency: currency_code.toUpperCase(),
      region_id: order.region_id ?? null,
      /** Integer cents; 0 also when the shop owes the shopper. */
      owed: isCancelled || is_draft ? 0 : toCents(due, currency_code),
    }
  })

/** See `orderBalance`. */
export type Balance = z.output<typeof orderBalance>
