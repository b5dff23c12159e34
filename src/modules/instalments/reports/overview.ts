import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { backCents, paidCents, type RefundRequestRow } from "../ledger/rows"
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

/** How many checkouts of a day were cancelled or abandoned. */
export type UnpaidOfDay = { day: string; cancelled: number; abandoned: number }

/** How often a term was chosen, and for how many cents in all. */
export type TermChosen = {
  number_of_payments: number | null
  count: number
  amount: number
}

/** Seconds from a callback's arrival to the placed order. */
export type CallbackToOrder = {
  count: number
  median_seconds: number | null
  p90_seconds: number | null
}

/** A refund request that has not ended. `total` and `sum` are of all. */
export type Outstanding = Pick<
  RefundRequestRow,
  "id" | "reference" | "amount" | "currency" | "status"
> & { order_id: string | null; filed_at: Date; total: number; sum: number }

/** The owner's figures. */
export class Overview {
  constructor(private readonly db: Knex) {}

  /** The paid checkouts by the day their payment was learnt and their outcome. */
  paidByDay(period: Period): Promise<PaidOfDay[]> {
    const { sql, values } = within("paid_at", period)
    return this.read(
      `select to_char(paid_at at time zone ?, 'YYYY-MM-DD') as day, outcome,
              count(*)::int as count, sum(${paidCents()})::float8 as amount
       from instalments_checkout
       where ${sql} and status = 'successful' and deleted_at is null
       group by 1, 2`,
      [period.timeZone, ...values]
    )
  }

  /** Checkouts that ended unpaid, by the day the shopper chose instalments. */
  unpaidByDay(period: Period): Promise<UnpaidOfDay[]> {
    const { sql, values } = within("opened_at", period)
    return this.read(
      `select to_char(opened_at at time zone ?, 'YYYY-MM-DD') as day,
              count(*) filter (where status = 'cancelled')::int as cancelled,
              count(*) filter (where status is distinct from 'cancelled')::int
                as abandoned
       from instalments_checkout
       where ${sql} and outcome = 'closed' and deleted_at is null
         and status is distinct from 'invalid_payload'
       group by 1`,
      [period.timeZone, ...values]
    )
  }

  /** The terms of the paid checkouts; a payment learnt by a fetch has none. */
  termsChosen(period: Period): Promise<TermChosen[]> {
    const { sql, values } = within("paid_at", period)
    return this.read(
      `select number_of_payments, count(*)::int as count,
              sum(${paidCents()})::float8 as amount
       from instalments_checkout
       where ${sql} and status = 'successful' and deleted_at is null
       group by 1 order by 1 nulls last`,
      values
    )
  }

  /**
   * How long shoppers wait for their order. Only payments that a callback told:
   * for the others only a period is known, not the moment (see the model of a
   * checkout).
   */
  async callbackToOrder(period: Period): Promise<CallbackToOrder> {
    const { sql, values } = within("paid_at", period)
    const seconds = "extract(epoch from outcome_at - paid_at)::float8"
    const percentile = (share: number) =>
      `percentile_cont(${share}) within group (order by ${seconds})`
    const [waiting] = await this.read<CallbackToOrder>(
      `select count(*)::int as count, ${percentile(0.5)} as median_seconds,
              ${percentile(0.9)} as p90_seconds
       from instalments_checkout
       where ${sql} and outcome = 'placed' and paid_at = paid_not_before
         and outcome_at >= paid_at and deleted_at is null`,
      values
    )
    return waiting!
  }

  /** The refund requests that have not ended, the oldest first, at most 200. */
  refundsOutstanding({
    currency,
  }: Pick<Period, "currency">): Promise<Outstanding[]> {
    return this.read(
      `select r.id, r.reference, ${backCents("r.")} as amount, r.currency, r.status, c.order_id,
              r.filed_at,
              count(*) over ()::int as total, sum(${backCents("r.")}) over ()::float8 as sum
       from instalments_refund_request r
       join instalments_checkout c on c.id = r.reference
       where r.status = any(?) and r.currency = ? and r.deleted_at is null
       order by filed_at, r.id limit 200`,
      [[...UNDER_WAY], currency]
    )
  }

  private async read<Row>(
    sql: string,
    values: (string | string[])[]
  ): Promise<Row[]> {
    const { rows } = (await this.db.raw(sql, values)) as { rows: Row[] }
    return rows
  }
}

/**
 * The SQL condition that a checkout is of the period by a column's moment, and its
 * values.
 */
function within(column: string, { from, to, timeZone, currency }: Period) {
  return {
    sql: `${column} >= (?::date)::timestamp at time zone ?
      and ${column} < (?::date + 1)::timestamp at time zone ?
      and currency = ?`,
    values: [from, timeZone, to, timeZone, currency],
  }
}
