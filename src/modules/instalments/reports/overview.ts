import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { backCents, paidCents } from "../ledger/rows"
import { UNDER_WAY } from "../refunds/state"

/**
 * Whole days of a time zone, both included, as dates like `2026-11-21`, and the
 * currency of what is counted: rows of another one, which the options had before, are
 * left out.
 */
export type Period = {
  from: string
  to: string
  timeZone: string
  currency: string
}

/** What was paid on a day, by outcome. `amount` is integer cents. */
export type PaidOfDay = {
  day: string
  outcome: "open" | "placed" | "returned" | "held"
  count: number
  amount: number
}

/**
 * The refunds under way of one age: 0 is less than a day, then less than 4, 8 and 15
 * days, and 4 is older.
 */
export type RefundsOfAge = { age: number; count: number; amount: number }

/** The owner's figures. */
export class Overview {
  constructor(private readonly db: Knex) {}

  /** The paid checkouts by the day their payment was learnt and their outcome. */
  paidByDay({ from, to, timeZone, currency }: Period): Promise<PaidOfDay[]> {
    return this.read(
      `select to_char(paid_at at time zone ?, 'YYYY-MM-DD') as day, outcome,
              count(*)::int as count, sum(${paidCents()})::float8 as amount
       from instalments_checkout
       where paid_at >= (?::date)::timestamp at time zone ?
         and paid_at < (?::date + 1)::timestamp at time zone ?
         and currency = ? and status = 'successful' and deleted_at is null
       group by 1, 2`,
      [timeZone, from, timeZone, to, timeZone, currency]
    )
  }

  /** The refund requests that have not ended, by how long ago they were filed. */
  refundsUnderWay(currency: string, now: number): Promise<RefundsOfAge[]> {
    return this.read(
      `select width_bucket(extract(epoch from ?::timestamptz - filed_at) / 86400,
                array[1, 4, 8, 15]::numeric[]) as age,
              count(*)::int as count, sum(${backCents()})::float8 as amount
       from instalments_refund_request
       where status = any(?) and currency = ? and deleted_at is null
       group by 1 order by 1`,
      [new Date(now), [...UNDER_WAY], currency]
    )
  }

  private async read<Row>(
    sql: string,
    values: (string | string[] | Date)[]
  ): Promise<Row[]> {
    const { rows } = (await this.db.raw(sql, values)) as { rows: Row[] }
    return rows
  }
}
