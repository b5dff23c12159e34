import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { outcomesOf } from "../checkout/state"
import type { UnmatchedRow } from "../checkout/unmatched"
import {
  addUp,
  balance,
  closing,
  nothing,
  type Balanced,
  type Moved,
  type Movement,
  type Outstanding,
} from "../domain/statement"
import {
  backCents,
  paidCents,
  TABLES,
  type CheckoutRow,
  type RefundRequestRow,
} from "../ledger/rows"
import { OVER, UNDER_WAY } from "../refunds/state"
import { unmatchedOf } from "../ledger/unmatched"
import type { UnmatchedRefundRow } from "../refunds/unmatched"
import type { Period } from "./overview"

/** A statement's sums, and those of each of its days. Amounts are cents. */
export type Statement = Balanced & { days: (Balanced & { day: string })[] }

/** At most `limit` rows, after the one whose id is `after`; it may be empty. */
export type PageOf = { after: string; limit: number }

/** A checkout of a statement; null when the ledger has only refunds of it. */
export type StatementRow = {
  reference: string
  checkout: CheckoutRow | null
  /** All of its refund requests, the oldest first. */
  refunds: RefundRequestRow[]
}

const inWords = (words: readonly string[]) =>
  words.map((word) => `'${word}'`).join(", ")

const PAID =
  "status = 'successful' and deleted_at is null and currency = :currency"
/**
 * What was paid and is not placed. Named one by one: by `<> 'placed'` PostgreSQL takes
 * a few rows for every fifth of the table, and starts workers for them.
 */
const UNPLACED = inWords(
  outcomesOf(["successful"]).filter((outcome) => outcome !== "placed")
)
const REFUND = "deleted_at is null and currency = :currency"
const OF_ORDER = `${REFUND} and reason <> 'unplaced'`
/** One that is complete and was not asked after again has no end yet. */
const ENDED = `status in ('complete', ${inWords(OVER)}) and finished_at is not null`

/** `eventsOf` for PostgreSQL, which looks into each part by its own index. */
const EVENTS = `(
  select id as reference, paid_at as at, 'paid' as movement, ${paidCents()} as amount
  from ${TABLES.checkout} where ${PAID}
  union all
  select id, outcome_at, 'placed', ${paidCents()}
  from ${TABLES.checkout} where ${PAID} and outcome = 'placed'
  union all
  select reference, asked_at, 'filed', ${backCents()}
  from ${TABLES.refundRequest} where ${OF_ORDER}
  union all
  select reference, finished_at,
    case when status <> 'complete' then 'in_vain'
      when reason = 'unplaced' then 'returned' else 'refunded' end, ${backCents()}
  from ${TABLES.refundRequest}
  where ${REFUND} and ${ENDED} and (reason <> 'unplaced' or status = 'complete')
) as event`

/**
 * What was outstanding at a moment: the sum of all events before it, as `closing`
 * adds them up. Written so that only what is outstanding now, or has moved since, is
 * read: a payment that was placed before cancels itself out, and so does a refund
 * that had ended.
 */
const outstandingAt = (at: string) => `(
  select id as reference, 'unplaced' as part, ${paidCents()} as money
  from ${TABLES.checkout}
  where ${PAID} and outcome in (${UNPLACED}) and paid_at < ${at}
  union all
  select id, 'unplaced', ${paidCents()} from ${TABLES.checkout}
  where ${PAID} and outcome = 'placed' and paid_at < ${at} and outcome_at >= ${at}
  union all
  select id, 'unplaced', -${paidCents()} from ${TABLES.checkout}
  where ${PAID} and outcome = 'placed' and paid_at >= ${at} and outcome_at < ${at}
  union all
  select reference, 'unplaced', -${backCents()} from ${TABLES.refundRequest}
  where ${REFUND} and reason = 'unplaced' and status = 'complete'
    and finished_at < ${at}
  union all
  select reference, 'under_way', ${backCents()} from ${TABLES.refundRequest}
  where ${OF_ORDER} and asked_at < ${at} and finished_at is null
  union all
  select reference, 'under_way', ${backCents()} from ${TABLES.refundRequest}
  where ${OF_ORDER} and asked_at < ${at} and finished_at is not null
    and status in (${inWords(UNDER_WAY)})
  union all
  select reference, 'under_way', ${backCents()} from ${TABLES.refundRequest}
  where ${OF_ORDER} and asked_at < ${at} and ${ENDED} and finished_at >= ${at}
  union all
  select reference, 'under_way', -${backCents()} from ${TABLES.refundRequest}
  where ${OF_ORDER} and asked_at >= ${at} and ${ENDED} and finished_at < ${at}
) as outstanding`

/** When the period begins, and when it is over. Cast so, as Knex reads `:name:`. */
const FROM = "cast(:from as date)::timestamp at time zone :timeZone"
const UNTIL = "(cast(:to as date) + 1)::timestamp at time zone :timeZone"
const IN_PERIOD = `at >= ${FROM} and at < ${UNTIL}`

/**
 * What came in, went back and is outstanding. PostgreSQL adds it up, as a month may
 * have tens of thousands of checkouts.
 */
export class StatementReport {
  constructor(private readonly db: Knex) {}

  /** The sums of a period, and of each of its `days`. */
  async read(of: Period, days: string[]): Promise<Statement> {
    const [opening, moved] = await Promise.all([
      this.outstanding(of),
      this.movedByDay(of),
    ])
    const balanced = balance(
      opening,
      days.map((day) => ({ day, ...(moved.get(day) ?? nothing()) }))
    )
    const sums = addUp(balanced)
    return { ...sums, opening, closing: closing(opening, sums), days: balanced }
  }

  /** The checkouts that were paid in the period, by when: a page of them. */
  async paidInside(of: Period, page: PageOf): Promise<StatementRow[]> {
    const found = await this.rows<{ reference: string }>(
      `select id as reference from ${TABLES.checkout}
       where ${PAID} and paid_at >= ${FROM} and paid_at < ${UNTIL}
         and (:after = '' or (paid_at, id) > (
           select paid_at, id from ${TABLES.checkout} where id = :after))
       order by paid_at, id limit :limit`,
      { ...of, ...page }
    )
    return this.withRefunds(found)
  }

  /**
   * The other checkouts whose money moved in the period or is outstanding at its
   * end: a page of them, by id.
   */
  async paidOutside(of: Period, page: PageOf): Promise<StatementRow[]> {
    const found = await this.rows<{ reference: string }>(
      `with found as (
         select reference from ${EVENTS}
         where ${IN_PERIOD} and movement <> 'paid'
         union
         select reference from ${outstandingAt(UNTIL)}
         group by reference, part having sum(money) <> 0
       )
       select reference from found
       where reference > :after and not exists (
         select from ${TABLES.checkout}
         where id = reference and ${PAID}
           and paid_at >= ${FROM} and paid_at < ${UNTIL})
       order by reference limit :limit`,
      { ...of, ...page }
    )
    return this.withRefunds(found)
  }

  /**
   * What is paid at the service and not known here, by the day it was created there:
   * a page of it, by the service's id.
   */
  unmatchedCheckouts(of: Period, page: PageOf): Promise<UnmatchedRow[]> {
    return this.unmatched(
      unmatchedOf(this.db, "instalments_unmatched"),
      "u.opened_at",
      of,
      page
    )
  }

  /** The same of refunds that have not failed, by the day they were first seen. */
  unmatchedRefunds(of: Period, page: PageOf): Promise<UnmatchedRefundRow[]> {
    const standing = unmatchedOf(
      this.db,
      "instalments_unmatched_refund"
    ).whereNot("u.status", "failed")
    return this.unmatched(standing, "u.seen_at", of, page)
  }

  private async unmatched<Row>(
    found: Knex.QueryBuilder,
    column: string,
    of: Period,
    { after, limit }: PageOf
  ): Promise<Row[]> {
    return (await found
      .whereRaw(`${column} >= ${FROM} and ${column} < ${UNTIL}`, of)
      .where("u.currency", of.currency)
      .where("u.id", ">", after)
      .orderBy("u.id")
      .limit(limit)
      .select("u.*")) as Row[]
  }

  /** What was outstanding when the period began. */
  private async outstanding(of: Period): Promise<Outstanding> {
    const sum = (part: string) =>
      `coalesce(sum(money) filter (where part = '${part}'), 0)::float8 as ${part}`
    const [row] = await this.rows<Outstanding>(
      `select ${sum("unplaced")}, ${sum("under_way")} from ${outstandingAt(FROM)}`,
      of
    )
    return row!
  }

  private async movedByDay(of: Period): Promise<Map<string, Moved>> {
    const rows = await this.rows<{
      day: string
      movement: Movement
      count: number
      amount: number
    }>(
      `select to_char(at at time zone :timeZone, 'YYYY-MM-DD') as day, movement,
              count(*)::int as count, sum(amount)::float8 as amount
       from ${EVENTS} where ${IN_PERIOD} group by 1, 2`,
      of
    )
    const days = new Map<string, Moved>()
    for (const { day, movement, count, amount } of rows) {
      const moved = days.get(day) ?? nothing()
      moved[movement] = { count, amount }
      days.set(day, moved)
    }
    return days
  }

  private async withRefunds(
    found: { reference: string }[]
  ): Promise<StatementRow[]> {
    const references = found.map(({ reference }) => reference)
    const [checkouts, refunds] = await Promise.all([
      this.db<CheckoutRow>(TABLES.checkout)
        .whereIn("id", references)
        .whereNull("deleted_at"),
      this.db<RefundRequestRow>(TABLES.refundRequest)
        .whereIn("reference", references)
        .whereNull("deleted_at")
        .orderBy("created_at"),
    ])
    const byId = new Map(checkouts.map((row) => [row.id, row]))
    const byReference = new Map<string, RefundRequestRow[]>()
    for (const row of refunds) {
      byReference.set(row.reference, [
        ...(byReference.get(row.reference) ?? []),
        row,
      ])
    }
    return references.map((reference) => ({
      reference,
      checkout: byId.get(reference) ?? null,
      refunds: byReference.get(reference) ?? [],
    }))
  }

  private async rows<Row>(
    sql: string,
    values: Record<string, string | number>
  ): Promise<Row[]> {
    const { rows } = (await this.db.raw(sql, values)) as { rows: Row[] }
    return rows
  }
}
