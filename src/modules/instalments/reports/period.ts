import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** Whole days of a time zone, both included, as dates like `2026-11-21`. */
export type Period = { from: string; to: string; timeZone: string }

/** Where the figures of a period come from. */
export type Figures = { db: Knex; period: Period }

/** SQL that says that a column's moment lies in the period, and its values. */
export function within(column: string, { from, to, timeZone }: Period) {
  return {
    sql: `${column} >= (?::date)::timestamp at time zone ?
      and ${column} < (?::date + 1)::timestamp at time zone ?`,
    values: [from, timeZone, to, timeZone],
  }
}
