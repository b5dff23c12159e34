import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

/** The number that people know an order by: the shop's own, else Medusa's. */
export type OrderNumber = string | number

const numbered = z.array(
  z.object({
    id: z.string(),
    display_id: z.number(),
    custom_display_id: z.string().nullish(),
  })
)

/** The numbers of orders, by their ids. */
export async function orderNumbers(
  container: MedusaContainer,
  rows: { order_id: string | null }[]
): Promise<Map<string | null, OrderNumber>> {
  const ids = [...new Set(rows.flatMap(({ order_id }) => order_id ?? []))]
  if (ids.length === 0) {
    return new Map()
  }
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({
      entity: "order",
      fields: ["id", "display_id", "custom_display_id"],
      filters: { id: ids },
      pagination: { take: ids.length },
    })
  const numbers = new Map<string | null, OrderNumber>()
  for (const { id, custom_display_id, display_id } of numbered.parse(data)) {
    numbers.set(id, custom_display_id || display_id)
  }
  return numbers
}

/**
 * The order that a search for a number like `#12` or `12` means, if any. The shop's own
 * numbers, which may be words and may begin with `#`, go before Medusa's.
 */
export async function orderOfNumber(
  container: MedusaContainer,
  text: string | undefined
): Promise<string | undefined> {
  const typed = text?.trim()
  const number = typed?.replace(/^#/, "")
  if (!typed || !number) {
    return undefined
  }
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const find = async (filters: object): Promise<string | undefined> => {
    const { data } = await query.graph({
      ...{ entity: "order", fields: ["id"], filters },
    })
    return data[0]?.id
  }
  for (const custom_display_id of new Set([typed, number, `#${number}`])) {
    const id = await find({ custom_display_id })
    if (id) {
      return id
    }
  }
  return /^\d{1,9}$/.test(number)
    ? find({ display_id: Number(number) })
    : undefined
}
