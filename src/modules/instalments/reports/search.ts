import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { containing } from "../domain/person"

/** A search of the ledger: `rows` says what is read of each result. */
export type Search<Column extends string> = {
  found: Knex.QueryBuilder
  rows: (query: Knex.QueryBuilder) => Knex.QueryBuilder
  /** The columns of the primary key and of the row's moment. */
  id: string
  moment: string
  /** The columns that a page may be sorted by. */
  columns: Record<Column, string>
}

/** A page of the results; `order=-created_at` is the newest first. */
export type Page<Column extends string> = {
  order: Column | `-${Column}`
  offset: number
  limit: number
}

const BATCH = 500

/** One of the ledger's lists, which the admin filters, pages and exports. */
export class Report<Filter, Row extends { id: string }, Column extends string> {
  constructor(
    private readonly db: Knex,
    private readonly search: (
      db: Knex,
      filter: Filter
    ) => Promise<Search<Column>>
  ) {}

  /** One page of the results, and the number of all results. */
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
    // Every row has its moment, and without `nulls last` PostgreSQL can use the
    // index.
    const nulls = column === moment ? "" : "nulls last"
    // Equal moments are sorted by id, so that pages never overlap.
    const page = (await rows(found.clone())
      .orderByRaw(`${column} ${direction} ${nulls}, ${id} ${direction}`)
      .offset(offset)
      .limit(limit)) as Row[]
    return { rows: page, count: Number(counted[0].count) }
  }

  /**
   * All results, newest first, read in batches that continue after the last
   * row: time and memory for a batch do not grow with their number.
   */
  async *all(filter: Filter): AsyncGenerator<Row> {
    const { found, rows, id, moment } = await this.search(this.db, filter)
    let last: { id: string; place: string } | undefined
    do {
      const query = rows(found.clone())
        // As text: the database stores microseconds, JavaScript milliseconds.
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
 * The condition that one of `columns` equals the reference, which the indexes
 * answer; when no row does, that one contains it.
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
  const pattern = containing(wanted)
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

/** A period; each bound is optional. */
export type Span = { $gte?: Date; $gt?: Date; $lte?: Date; $lt?: Date }

/** Limits a query to a period. */
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
