import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** A period; each bound is optional. */
export type Span = { $gte?: Date; $gt?: Date; $lte?: Date; $lt?: Date }

/** A page of a list; `order=-created_at` is the newest first. */
export type Page = { order: string; offset: number; limit: number }

/** A list: how it is searched, and what is read of each row. */
type List<Filter> = {
  find: (filter: Filter) => Knex.QueryBuilder
  select: (found: Knex.QueryBuilder) => Knex.QueryBuilder
  /** What stands before a column of the row, and the column of its moment. */
  prefix: string
  moment: string
}

const BATCH = 500

/** One of the ledger's lists, which the admin filters, pages and exports. */
export class Report<Filter, Row extends { id: string }> {
  constructor(
    private readonly db: Knex,
    private readonly list: List<Filter>
  ) {}

  /** One page of what the filter finds, and how many there are. */
  async page(
    filter: Filter,
    { order, offset, limit }: Page
  ): Promise<{ rows: Row[]; count: number }> {
    const { find, select, prefix, moment } = this.list
    const name = order.replace("-", "")
    const column = name === "created_at" ? moment : prefix + name
    const direction = order.startsWith("-") ? "desc" : "asc"
    // Every row has its moment: without `nulls last` the index answers it.
    const nulls = column === moment ? "" : "nulls last"
    const found = find(filter)
    const [counted] = (await found.clone().count("* as count")) as [
      { count: string },
    ]
    const rows = select(found)
      // Equal moments are sorted by id, so that pages never overlap.
      .orderByRaw(`?? ${direction} ${nulls}, ?? ${direction}`, [
        column,
        `${prefix}id`,
      ])
      .offset(offset)
      .limit(limit)
    return { rows: (await rows) as Row[], count: Number(counted.count) }
  }

  /** All that the filter finds, the newest first, in batches. */
  async *all(filter: Filter): AsyncGenerator<Row[]> {
    const { find, select, prefix, moment } = this.list
    const place = [moment, `${prefix}id`]
    let last: (Row & { place: string }) | undefined
    do {
      const query = select(find(filter))
        // As text: the database stores microseconds, JavaScript milliseconds.
        .select(this.db.raw("??::text as place", [moment]))
        .orderByRaw("?? desc, ?? desc", place)
        .limit(BATCH)
      if (last) {
        const after = [...place, last.place, last.id]
        void query.whereRaw("(??, ??) < (?::timestamptz, ?)", after)
      }
      const batch = (await query) as (Row & { place: string })[]
      yield batch
      last = batch[BATCH - 1]
    } while (last)
  }
}

/** Those whose columns have one of the wanted values; undefined wants any. */
export function among(
  found: Knex.QueryBuilder,
  wanted: Record<string, string | string[] | undefined>
): void {
  for (const [column, values] of Object.entries(wanted)) {
    if (values !== undefined) {
      void found.whereIn(column, [values].flat())
    }
  }
}

/** Those of a period. */
export function inSpan(
  found: Knex.QueryBuilder,
  column: string,
  span: Span = {}
): void {
  const operators = { $gte: ">=", $gt: ">", $lte: "<=", $lt: "<" } as const
  for (const [name, operator] of Object.entries(operators)) {
    const bound = span[name as keyof Span]
    if (bound) {
      void found.where(column, operator, bound)
    }
  }
}
