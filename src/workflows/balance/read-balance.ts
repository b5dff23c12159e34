import type { BigNumberInput, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { toCents } from "../../modules/instalments/domain/money"

// Medusa's amounts are BigNumbers; `toCents` refuses what is not an amount.
const amount = z.custom<BigNumberInput>((value) => value != null)
const order = z.object({
  id: z.string(),
  display_id: z.number(),
  status: z.string(),
  is_draft_order: z.boolean().nullish(),
  currency_code: z.string(),
  region_id: z.string().nullish(),
  summary: z.object({ pending_difference: amount }).nullish(),
})

/** What an order owes; see `readBalance`. */
export type Balance = {
  order_id: string
  /** The number that people know the order by. */
  number: number
  /** Medusa's word: `pending`, `completed`, `draft`, `canceled`, `archived` .. */
  status: string
  is_draft: boolean
  /** Upper case. */
  currency: string
  region_id: string | null
  /** Integer cents; 0 also when the shop owes the shopper. */
  owed: number
}

/**
 * Reads what an order owes: after an edit, an exchange, a claim, or because
 * nothing was paid yet. A cancelled order owes nothing. Null when there is no
 * such order.
 */
export async function readBalance(
  orderId: string,
  container: MedusaContainer
): Promise<Balance | null> {
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({
      entity: "order",
      // With the total beside it, core counts what a return asks back as owed.
      fields: [
        ...["id", "display_id", "status", "is_draft_order", "currency_code"],
        ...["region_id", "summary", "total"],
      ],
      filters: { id: orderId },
    })
  if (!data[0]) {
    return null
  }
  const { id, summary, ...read } = order.parse(data[0])
  const due = MathBN.max(0, summary?.pending_difference ?? 0)
  return {
    order_id: id,
    number: read.display_id,
    status: read.status,
    is_draft: read.is_draft_order ?? false,
    currency: read.currency_code.toUpperCase(),
    region_id: read.region_id ?? null,
    owed: read.status === "canceled" ? 0 : toCents(due, read.currency_code),
  }
}
