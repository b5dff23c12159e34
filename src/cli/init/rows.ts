import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

type Row = Record<string, unknown> & { id: string }

/** The rows of an entity in the store's database that fit. */
export async function all<T extends object = object>(
  container: MedusaContainer,
  entity: string,
  filters: Record<string, unknown> = {},
  fields: string[] = ["id"]
): Promise<(Row & T)[]> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({ entity, filters, fields })
  // The entities' types are a store's, made when it runs.
  return data as unknown as (Row & T)[]
}

/** The first of them, if there is one. */
export async function first<T extends object = object>(
  ...asked: Parameters<typeof all>
): Promise<(Row & T) | undefined> {
  return (await all<T>(...asked))[0]
}
