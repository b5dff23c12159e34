import type { InferTypeOf } from "@medusajs/framework/types"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { onlyOwn, type StoreAddresses } from "../checkout/own"
import { readConfig, type KeptConfig } from "../ledger/kept-config"
import { momentOf, readValue } from "../ledger/kept-values"
import { TABLES } from "../ledger/rows"
import type { JobRun } from "../models/job-run"
import { UNDER_WAY } from "../refunds/state"
import type {
  Behind,
  ConfigFailure,
  Contact,
  Silence,
  Unverified,
} from "./checks"
import { THRESHOLDS } from "./list"

/** How much work waits. */
export type Backlog = {
  /** Open checkouts that are not paid; how many of them are due, since when. */
  pending: number
  due: number
  oldest_due_at: Date | null
  /** Paid and not settled yet. */
  settling: number
  /** Refund requests that have not ended, by status. */
  refunds: Record<string, number>
}

const UNPAID = "(status is distinct from 'successful')"

/** Reads facts about the store's health from the ledger. Judges nothing. */
export class HealthReader {
  constructor(
    private readonly db: Knex,
    private readonly now: () => number
  ) {}

  /**
   * What the service's last answers said about the credentials and the clocks.
   */
  async contact(): Promise<Contact> {
    const known = await readValue(this.db, "contact")
    return {
      accepted_at: momentOf(known?.accepted_at),
      refused_at: momentOf(known?.refused_at),
      refused_reason: known?.refused_reason ?? null,
      clock_difference_ms: known?.clock_difference_ms ?? null,
      clock_at: momentOf(known?.clock_at),
    }
  }

  /** The kept merchant config. */
  async config(): Promise<KeptConfig | null> {
    return readConfig(this.db)
  }

  /** When and why the job failed to read it; null when its last run did not. */
  async configFailure(): Promise<ConfigFailure | null> {
    const run = await this.db<InferTypeOf<typeof JobRun>>("instalments_job_run")
      .where({ id: "config" })
      .whereNotNull("last_error")
      .first()
    return run ? { at: run.begun_at, why: String(run.last_error) } : null
  }

  /**
   * How many verified callbacks came, duplicates too; when the last came, and how
   * many are held.
   */
  async callbacks(): Promise<{
    count: number
    last_at: Date | null
    held: number
  }> {
    const counted = this.db.raw(`coalesce(sum(deliveries), 0)::int as count,
      max(last_received_at) as last_at, count(held_reason)::int as held`)
    const [row] = (await this.db(TABLES.callback)
      .whereNull("deleted_at")
      .select(counted)) as Awaited<ReturnType<HealthReader["callbacks"]>>[]
    return row!
  }

  /** When the last verified one came, without reading all of them. */
  async lastVerified(): Promise<Date | null> {
    const last = await this.db(TABLES.callback)
      .whereNull("deleted_at")
      .max({ at: "last_received_at" })
      .first<{ at: Date | null }>()
    return last.at
  }

  /** The callbacks that could not be verified; null when none ever came. */
  async unverified(): Promise<Unverified | null> {
    const known = await readValue(this.db, "unverified-callbacks")
    return known && { ...known, last_at: new Date(known.last_at) }
  }

  /**
   * The payments that were found by asking since a callback was last verified, of
   * the last week; null when they are few.
   */
  async silence(): Promise<Silence | null> {
    const now = this.now()
    const weekAgo = now - THRESHOLDS.silentFor
    const verified = (await this.lastVerified())?.getTime() ?? weekAgo
    const found = this.db(TABLES.checkout)
      .where("paid_at", ">", new Date(Math.max(verified, weekAgo)))
      .where("paid_at", "<", new Date(now - THRESHOLDS.silentAfter))
      .whereNull("deleted_at")
      .select("paid_at")
    const { payments, last_at } = (await this.db
      .from(found.as("found"))
      .count("* as payments")
      .max("paid_at as last_at")
      .first()) as { payments: string; last_at: Date }
    return Number(payments) >= THRESHOLDS.silentPayments
      ? { payments: Number(payments), last_at }
      : null
  }

  /** How much work waits. */
  async backlog(): Promise<Backlog> {
    const now = new Date(this.now())
    const { rows } = (await this.db.raw(
      `select count(*) filter (where ${UNPAID})::int as pending,
              count(*) filter (where ${UNPAID} and next_check_at <= ?)::int as due,
              min(next_check_at) filter (where next_check_at <= ?) as oldest_due_at,
              count(*) filter (where not ${UNPAID})::int as settling
       from ${TABLES.checkout} where outcome = 'open' and deleted_at is null`,
      [now, now]
    )) as { rows: [Omit<Backlog, "refunds">] }
    const refunds = (await this.db.raw(
      `select status, count(*)::int as count from ${TABLES.refundRequest}
       where status = any(?) and deleted_at is null
       group by status`,
      [[...UNDER_WAY]]
    )) as { rows: { status: string; count: number }[] }
    return {
      ...rows[0],
      refunds: Object.fromEntries(
        refunds.rows.map(({ status, count }) => [status, count])
      ),
    }
  }

  /**
   * How many checkouts were due for too long: half of the age at which an unpaid one
   * was to be checked, so that a page which nobody paid may wait, and a paid one not. A
   * placed one is only confirmed.
   */
  async behind(options: StoreAddresses): Promise<Behind> {
    const now = this.now()
    const row = await this.db(TABLES.checkout)
      .where("next_check_at", "<", new Date(now - THRESHOLDS.behind))
      .whereNot({ outcome: "placed" })
      .whereNull("deleted_at")
      .whereRaw(
        `((status = 'successful' and outcome = 'open')
          or next_check_at + (next_check_at - opened_at) / 2 <= ?)`,
        [new Date(now)]
      )
      .modify(onlyOwn(options))
      .min("next_check_at as oldest")
      .count("* as count")
      .first<{ oldest: Date | null; count: string }>()
    return { oldest: row.oldest, count: Number(row.count) }
  }

  /** The last run of each scheduled job; `id` is the job's name. */
  async jobRuns(): Promise<InferTypeOf<typeof JobRun>[]> {
    return this.db("instalments_job_run")
  }
}
