import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** A search of the ledger: `rows` says what is read of what is found. */
export type Search<Column extends string> = {
  found: Knex.QueryBuilder
  rows: (query: Knex.QueryBuilder) => Knex.QueryBuilder
  /** The columns of the primary key and of the row's moment. */
  id: string
  moment: string
  /** What a page may be sorted by. */
  columns: Record<Column, string>
}

/** A page of what is found; `order=-created_at` is the newest first. */
export type Page<Column extends string> = {
  order: Column | `-${Column}`
  offset: number
  limit: number
}

const BATCH = 500

/** One of the ledger's lists, as the admin filters, pages and exports it. */
export class Report<Filter, Row extends { id: string }, Column extends string> {
  constructor(
    private readonly db: Knex,
    private readonly search: (
      db: Knex,
      filter: Filter
    ) => Promise<Search<Column>>
  ) {}

  /** One page of what the filter finds, and how many rows it has in all. */
  async page(
    filter: Filter,
    { order, offset, limit }: Page<Column>
  ): Promise<{ rows: Row[]; count: number }> {
    const { found, rows, id, moment, columns } = await this.search(
      this.db,
      filter
    )
    const counted = (await found.clone().count("* as count")) as [
      { count: string },
    ]
    const column = columns[order.replace("-", "") as Column]
    const direction = order.startsWith("-") ? "desc" : "asc"
    // Every row has its moment, and only without the words its index is used.
    const nulls = column === moment ? "" : "nulls last"
    // The id decides between equals, so that pages never overlap.
    const page = (await rows(found.clone())
      .orderByRaw(`${column} ${direction} ${nulls}, ${id} ${direction}`)
      .offset(offset)
      .limit(limit)) as Row[]
    return { rows: page, count: Number(counted[0].count) }
  }

  /**
   * All that the filter finds, newest first, read in batches from the last row's
   * place on: flat in time and memory however many there are.
   */
  async *all(filter: Filter): AsyncGenerator<Row> {
    const { found, rows, id, moment } = await this.search(this.db, filter)
    let last: { id: string; place: string } | undefined
    do {
      const query = rows(found.clone())
        // As text: the database's moments are finer than JavaScript's.
        .select(this.db.raw(`${moment}::text as place`))
        .orderByRaw(`${moment} desc, ${id} desc`)
        .limit(BATCH)
      if (last) {
        void query.whereRaw(`(${moment}, ${id}) < (?::timestamptz, ?)`, [
          last.place,
          last.id,
        ])
      }
      const batch = (await query) as (Row & { place: string })[]
      yield* batch
      last = batch.length === BATCH ? batch.at(-1) : undefined
    } while (last)
  }
}

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
