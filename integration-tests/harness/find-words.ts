import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/**
 * Where one of these words stands in the database, in any case: every column of
 * every table that can hold a text, as `table.column`, sorted.
 */
export async function findWords(db: Knex, words: string[]): Promise<string[]> {
  const { rows } = await db.raw(
    `select c.table_name as "table", c.column_name as "column"
     from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where t.table_schema = 'public' and t.table_type = 'BASE TABLE'
       and c.data_type in
         ('text', 'character varying', 'character', 'json', 'jsonb', 'ARRAY')`
  )
  const found: string[] = []
  for (const { table, column } of rows) {
    const holding = await db(table)
      .whereRaw("??::text ilike any(?)", [
        column,
        words.map((word) => `%${word}%`),
      ])
      .first(db.raw("1 as one"))
    if (holding) {
      found.push(`${table}.${column}`)
    }
  }
  return found.sort()
}
