import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

type Row = Record<string, unknown> & { id: string }

/** The first row of an entity that an earlier seed has made, if it is there. */
export async function find<T extends object = object>(
  container: MedusaContainer,
  entity: string,
  filters: Record<string, unknown> = {},
  fields: string[] = ["id"]
): Promise<(Row & T) | undefined> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({ entity, filters, fields })
  return data[0] as (Row & T) | undefined
}
