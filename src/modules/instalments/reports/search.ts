import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** A search of the ledger: `rows` says what is read of each result. */
export type Search<Column extends string> = {
  found: Knex.QueryBuilder
  /** Older rows may have the part of a reference that was looked for. */
  older_unsearched?: boolean
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

/** A page of the results, and how many there are. */
export type Listed<Row> = {
  rows: Row[]
  count: number
  /** There are more than `count`, of which no page shows any. */
  count_is_at_least: boolean
  /** A part of a reference was looked for among the newest, and there are older. */
  older_unsearched: boolean
}

/**
 * So many results are counted, paged through and sorted: the newest. Reading all
 * of them would take longer each year. An export has all.
 */
export const MOST_LISTED = 10_000

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

  /**
   * One page of the results, and their number up to `MOST_LISTED`. By their
   * moment, the oldest first are the oldest of all; any other order is one of
   * the newest.
   */
  async page(
    filter: Filter,
    { order, offset, limit }: Page<Column>
  ): Promise<Listed<Row>> {
    const { db } = this
    const searched = await this.search(db, filter)
    const { found, rows, id, moment, columns } = searched
    const since = await sinceWhen(found, moment)
    const column = columns[order.replace("-", "") as Column]
    const direction = order.startsWith("-") ? "desc" : "asc"
    const isByMoment = column === moment
    // Every row has its moment, and without `nulls last` PostgreSQL can use the
    // index.
    const nulls = isByMoment ? "" : "nulls last"
    const page = rows(found.clone())
      // Equal moments are sorted by id, so that pages never overlap.
      .orderByRaw(`${column} ${direction} ${nulls}, ${id} ${direction}`)
      .offset(offset)
      .limit(Math.max(0, Math.min(limit, MOST_LISTED - offset)))
    return {
      rows: (await (isByMoment
        ? page
        : page.where(isSince(moment, since)))) as Row[],
      count: since ? MOST_LISTED : await countAll(found),
      count_is_at_least: since !== null,
      older_unsearched: searched.older_unsearched ?? false,
    }
  }

  /**
   * All results, newest first, read in batches that continue after the last
   * row: time and memory for a batch do not grow with their number.
   */
  async *all(filter: Filter): AsyncGenerator<Row[]> {
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
      yield batch
      last = batch.length === BATCH ? batch.at(-1) : undefined
    } while (last)
  }
}

type Condition = (row: Knex.QueryBuilder) => void

/**
 * Where there are more results than `MOST_LISTED`, the moment of the newest of the
 * others; else null.
 */
async function sinceWhen(
  found: Knex.QueryBuilder,
  moment: string
): Promise<Date | null> {
  const [beyond] = (await found
    .clone()
    .select({ since: moment })
    .orderByRaw(`${moment} desc`)
    .offset(MOST_LISTED)
    .limit(1)) as { since: Date }[]
  return beyond?.since ?? null
}

const isSince =
  (moment: string, since: Date | null): Condition =>
  (row) =>
    void (since && row.whereRaw(`${moment} >= ?`, [since]))

async function countAll(found: Knex.QueryBuilder): Promise<number> {
  const [counted] = (await found.clone().count("* as count")) as [
    { count: string },
  ]
  return Number(counted.count)
}

/**
 * Those of which one of the columns `exactly` equals the reference, which the
 * indexes answer; when none does, those of the newest that contain it in one of
 * the columns `partly`; older ones are `older_unsearched` then.
 */
export async function havingReference(
  found: Knex.QueryBuilder,
  search: { text: string; exactly: string[]; partly: string[]; moment: string }
): Promise<{ found: Knex.QueryBuilder; older_unsearched: boolean }> {
  const { exactly, partly, moment } = search
  const text = search.text.trim()
  const equals: Condition = (row) => {
    exactly.forEach((column) => void row.orWhere(column, text))
  }
  const known: unknown = await found.clone().where(equals).first(exactly)
  if (known) {
    return { found: found.where(equals), older_unsearched: false }
  }
  const since = await sinceWhen(found, moment)
  const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`
  const having = found.where(isSince(moment, since)).where((part) => {
    partly.forEach((column) => void part.orWhereILike(column, pattern))
  })
  return { found: having, older_unsearched: since !== null }
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
