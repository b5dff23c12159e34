import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/**
 * The condition of having a reference among `columns`: exactly, which the
 * indexes answer; else, when there is none, containing the text.
 */
export async function havingReference(
  query: Knex.QueryBuilder,
  columns: string[],
  text: string
): Promise<(row: Knex.QueryBuilder) => void> {
  const wanted = text.trim()
  const exactly = (row: Knex.QueryBuilder) => {
    columns.forEach((column) => void row.orWhere(column, wanted))
  }
  const known: unknown = await query.clone().where(exactly).first(columns)
  if (known) {
    return exactly
  }
  const pattern = `%${wanted.replace(/[\\%_]/g, "\\$&")}%`
  return (row) => {
    columns.forEach((column) => void row.orWhereILike(column, pattern))
  }
}

/** Either one value or any of several. */
export function among(
  query: Knex.QueryBuilder,
  column: string,
  wanted: string | string[] | undefined
): Knex.QueryBuilder {
  return wanted === undefined
    ? query
    : query.whereIn(column, Array.isArray(wanted) ? wanted : [wanted])
}

/** A span of time; every bound that is given counts. */
export type Span = { $gte?: Date; $gt?: Date; $lte?: Date; $lt?: Date }

/** Narrows a query to a span of time. */
export function inSpan(
  query: Knex.QueryBuilder,
  column: string,
  span: Span = {}
): Knex.QueryBuilder {
  const bounds = [
    [">=", span.$gte],
    [">", span.$gt],
    ["<=", span.$lte],
    ["<", span.$lt],
  ] as const
  for (const [operator, moment] of bounds) {
    if (moment) {
      void query.whereRaw(`${column} ${operator} ?`, [moment])
    }
  }
  return query
}
