import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** A search of the ledger: `rows` says what is read of what is found. */
export type Search = {
  found: Knex.QueryBuilder
  rows: (query: Knex.QueryBuilder) => Knex.QueryBuilder
  /** The columns of the primary key and of the row's moment. */
  id: string
  moment: string
}

/** A page of what is found, in an order. */
export type Page = {
  order: { column: string; descending: boolean }
  offset: number
  limit: number
}

/** One page of a search, and how many rows it has in all. */
export async function findPage<T>(
  { found, rows, id, moment }: Search,
  { order, offset, limit }: Page
): Promise<{ rows: T[]; count: number }> {
  const counted = (await found.clone().count("* as count")) as [
    { count: string },
  ]
  const direction = order.descending ? "desc" : "asc"
  // Every row has its moment, and only without the words its index is used.
  const nulls = order.column === moment ? "" : "nulls last"
  // The id decides between equals, so that pages never overlap.
  const page = (await rows(found.clone())
    .orderByRaw(`${order.column} ${direction} ${nulls}, ${id} ${direction}`)
    .offset(offset)
    .limit(limit)) as T[]
  return { rows: page, count: Number(counted[0].count) }
}

const BATCH = 500

/**
 * All that a search finds, newest first, read in batches from the last row's
 * place on: flat in time and memory however many there are.
 */
export async function* findAll<T extends { id: string }>(
  db: Knex,
  { found, rows, id, moment }: Search
): AsyncGenerator<T> {
  let last: { id: string; place: string } | undefined
  do {
    const query = rows(found.clone())
      // As text: the database's moments are finer than JavaScript's.
      .select(db.raw(`${moment}::text as place`))
      .orderByRaw(`${moment} desc, ${id} desc`)
      .limit(BATCH)
    if (last) {
      void query.whereRaw(`(${moment}, ${id}) < (?::timestamptz, ?)`, [
        last.place,
        last.id,
      ])
    }
    const batch = (await query) as (T & { place: string })[]
    yield* batch
    last = batch.length === BATCH ? batch.at(-1) : undefined
  } while (last)
}
