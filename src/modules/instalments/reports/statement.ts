import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  closing,
  nothing,
  type Balanced,
  type Movement,
} from "../domain/statement"
import {
  backCents,
  paidCents,
  TABLES,
  type CheckoutRow,
  type RefundRequestRow,
} from "../ledger/rows"
import { OVER } from "../refunds/state"

/** From a moment until before another one, in one currency. */
export type Period = { currency: string; from: Date; until: Date }

/** A checkout of a statement, with all of its refund requests, the oldest first. */
export type StatementRow = {
  checkout: CheckoutRow
  refunds: RefundRequestRow[]
}

const PAID =
  "status = 'successful' and deleted_at is null and currency = :currency"
const REFUND = "deleted_at is null and currency = :currency"
/** One that is complete and was not asked after again has no end yet. */
const ENDED = `status in ('complete', ${OVER.map((word) => `'${word}'`).join(", ")}) and finished_at is not null`

/** See `MOVEMENTS`. A refund is filed and ends as the same amount, or the difference stayed under way for ever. */
const EVENTS = `(
  select id as reference, paid_at as at, 'paid' as movement, ${paidCents()} as amount
  from ${TABLES.checkout} where ${PAID}
  union all
  select id, outcome_at, 'placed', ${paidCents()}
  from ${TABLES.checkout} where ${PAID} and outcome = 'placed'
  union all
  select reference, filed_at, 'filed', ${backCents()}
  from ${TABLES.refundRequest} where ${REFUND} and reason <> 'unplaced'
  union all
  select reference, finished_at,
    case when status <> 'complete' then 'in_vain'
      when reason = 'unplaced' then 'returned' else 'refunded' end, ${backCents()}
  from ${TABLES.refundRequest}
  where ${REFUND} and ${ENDED} and (reason <> 'unplaced' or status = 'complete')
) as event`

/** What `closing` adds up, as sums of events. */
const UNPLACED = `sum(case movement when 'paid' then amount
  when 'placed' then -amount when 'returned' then -amount else 0 end)`
const UNDER_WAY = `sum(case movement when 'filed' then amount
  when 'in_vain' then -amount when 'refunded' then -amount else 0 end)`

/** What came in, went back and is outstanding; PostgreSQL adds it up. */
export class StatementReport {
  constructor(private readonly db: Knex) {}

  /** The sums of a period, and what was outstanding before and is after it. */
  async read(of: Period): Promise<Balanced> {
    const rows = await this.rows<{
      is_before: boolean
      movement: Movement
      count: number
      amount: number
    }>(
      `select at < :from as is_before, movement, count(*)::int as count,
              sum(amount)::float8 as amount
       from ${EVENTS} where at < :until group by 1, 2`,
      of
    )
    const [before, moved] = [nothing(), nothing()]
    for (const { is_before, movement, count, amount } of rows) {
      const sums = is_before ? before : moved
      sums[movement] = { count, amount }
    }
    const opening = closing({ unplaced: 0, under_way: 0 }, before)
    return { ...moved, opening, closing: closing(opening, moved) }
  }

  /**
   * The checkouts whose money moved in the period or is outstanding at its end, the
   * newest first: at most `limit`, before the one whose id is `before`.
   */
  async touched(
    of: Period,
    { before, limit }: { before: string | null; limit: number }
  ): Promise<StatementRow[]> {
    const found = await this.rows<{ reference: string }>(
      `select reference from ${EVENTS}
       where at < :until and (cast(:before as text) is null or reference < :before)
       group by reference
       having bool_or(at >= :from) or ${UNPLACED} <> 0 or ${UNDER_WAY} <> 0
       order by reference desc limit :limit`,
      { ...of, before, limit }
    )
    const references = found.map(({ reference }) => reference)
    const checkouts = await this.db<CheckoutRow>(TABLES.checkout)
      .whereIn("id", references)
      .orderBy("id", "desc")
    const refunds = await this.db<RefundRequestRow>(TABLES.refundRequest)
      .whereIn("reference", references)
      .whereNull("deleted_at")
      .orderBy("created_at")
    return checkouts.map((checkout) => ({
      checkout,
      refunds: refunds.filter(({ reference }) => reference === checkout.id),
    }))
  }

  private async rows<Row>(
    sql: string,
    values: Record<string, string | number | Date | null>
  ): Promise<Row[]> {
    const { rows } = (await this.db.raw(sql, values)) as { rows: Row[] }
    return rows
  }
}
