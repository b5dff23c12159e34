import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

/** The order that a search for a number like `#12` or `12` means, if any. */
export async function orderOfNumber(
  container: MedusaContainer,
  text: string | undefined
): Promise<string | undefined> {
  const number = /^\s*#?(\d{1,9})\s*$/.exec(text ?? "")?.[1]
  if (!number) {
    return undefined
  }
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "order",
    fields: ["id"],
    filters: { display_id: Number(number) },
  })
  return data[0]?.id
}
