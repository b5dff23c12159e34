import type { BigNumberInput, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { toCents } from "../../../../modules/instalments/domain/money"

/**
 * What a cart comes to, in integer cents, with its currency; null when there is
 * no such cart.
 */
export async function readCart(
  container: MedusaContainer,
  id: string
): Promise<{ amountCents: number; currency: string } | null> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "cart",
    fields: ["id", "currency_code", "total"],
    filters: { id },
  })
  const cart = data[0] as
    { currency_code: string; total: BigNumberInput } | undefined
  if (!cart) {
    return null
  }
  const currency = cart.currency_code
  return { amountCents: toCents(cart.total, currency), currency }
}
