import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import type { Cause } from "./cause"
import type { ResolutionRow } from "./read-attention"

/** Who dealt with a cause and how; `action` is the name of what was done. */
export type Resolved = {
  action: string
  note: string | null
  resolved_by: string
  resolved_at: Date
}

/** Keeps who dealt with a cause; the first one stays when several do at once. */
export async function resolve(
  db: Knex,
  cause: Cause,
  resolved: Resolved
): Promise<ResolutionRow> {
  const { key, kind, title, reference, opened_at, count } = cause
  await db("instalments_resolution")
    .insert({
      id: generateEntityId(undefined, "instres"),
      ...{ key, kind, title, reference, opened_at, count },
      ...resolved,
    })
    .onConflict(db.raw("(key, opened_at) where deleted_at is null"))
    .ignore()
  const [row] = await db<ResolutionRow>("instalments_resolution").where({
    key,
    opened_at,
  })
  return row as ResolutionRow
}
