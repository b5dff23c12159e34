import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { BALANCE_FIELDS, orderBalance } from "../../modules/instalments/rules"
import type { Balance } from "../../modules/instalments/types"

export type { Balance }

/** Reads what an order owes, see `orderBalance`. Null when there is no such order. */
export async function readBalance(
  orderId: string,
  container: MedusaContainer
): Promise<Balance | null> {
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({
      entity: "order",
      fields: BALANCE_FIELDS,
      filters: { id: orderId },
    })
  return data[0] ? orderBalance.parse(data[0]) : null
}
