import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { InferTypeOf } from "@medusajs/framework/types"
import { LARGEST_CENTS } from "../domain/offer"
import { moneyInWords } from "../domain/money-in-words"
import { PROCESSES_APART_MS } from "../domain/pauses"
import { refused } from "../domain/refund-rules"
import { TABLES, type CheckoutRow, type RefundRequestRow } from "../ledger/rows"
import { newestUnmatched, unmatchedOf } from "../ledger/unmatched"
import type { UnmatchedRefund } from "../models/unmatched-refund"
import type { Sighting, UnknownEntry } from "./evidence"
import { MAY_BE_THERE } from "./state"

const TABLE = "instalments_unmatched_refund"

/**
 * Higher than any that is stored, also where the sequence is behind: a replica that
 * becomes the database has the rows and not the sequences. A lower one would count as
 * seen before a refund was sent, which would be sent once more.
 */
const NEXT_NUMBER = `greatest(
  nextval(pg_get_serial_sequence('${TABLE}', 'seen_number')),
  (select max(seen_number) from ${TABLE}) + 1)`

/** A refund at the service that no refund request is. `amount` is cents. */
export type UnmatchedRefundRow = InferTypeOf<typeof UnmatchedRefund>

/** An entry of the service's list of refund requests. */
export type ListedRefund = Sighting & { currency: string }

/** What the ledger's columns hold; another system's must not stop a reading. */
const fits = ({ amount }: ListedRefund) => Math.abs(amount) <= LARGEST_CENTS

/** What of the service's list of refunds no refund request is. */
export class UnmatchedRefunds {
  constructor(
    private readonly db: Knex,
    private readonly now: () => number
  ) {}

  /** Keeps entries of the list, or what the service says of them now. */
  async keep(listed: ListedRefund[]): Promise<void> {
    const seen_at = new Date(this.now())
    const rows = listed
      .filter(fits)
      .map(({ created_at: made_at, ...entry }) => ({
        ...entry,
        made_at,
        seen_at,
      }))
    await this.db.raw(
      `insert into ${TABLE}
         (id, amount, currency, status, made_at, seen_at, seen_number)
       select id, amount, currency, status, made_at, seen_at, ${NEXT_NUMBER}
       from jsonb_populate_recordset(null::${TABLE}, ?)
       on conflict (id) do update set status = excluded.status`,
      [JSON.stringify(rows)]
    )
  }

  /** The `seen_number` of the one that was seen first last; 0 when there is none. */
  async lastNumber(): Promise<number> {
    const last = await this.db(TABLE).max("seen_number as number").first()
    return last?.number ?? 0
  }

  /**
   * Whether earlier readings have shown all these: others' are `numbered` no higher,
   * and ours were `sent` before the last one.
   */
  async wereAllSeen(
    listed: ListedRefund[],
    before: { numbered: number; sent: Date }
  ): Promise<boolean> {
    const ids = listed.filter(fits).map(({ id }) => id)
    const seen = await this.db(TABLE)
      .whereIn("id", ids)
      .where("seen_number", "<=", before.numbered)
      .pluck<string[]>("id")
    const ours = await this.db(TABLES.refundRequest)
      .whereIn("refund_request_id", ids)
      .whereNull("deleted_at")
      .where("sent_at", "<", before.sent)
      .pluck<string[]>("refund_request_id")
    return new Set([...seen, ...ours]).size === new Set(ids).size
  }

  /**
   * How many refunds of the service are known: those that its list has ever shown,
   * and ours that were `sent` before.
   */
  async countKnown(sent: Date): Promise<number> {
    const shown = this.db(TABLE).select("id").whereNull("deleted_at")
    const known = shown.union(
      this.db(TABLES.refundRequest)
        .whereNotNull("refund_request_id")
        .whereNull("deleted_at")
        .where("sent_at", "<", sent)
        .select("refund_request_id")
    )
    const [all] = await this.db
      .from(known.as("known"))
      .count<{ count: string }[]>("* as count")
    return Number(all?.count)
  }

  /** The newest that no refund request is, and how many there are. */
  newest(limit: number) {
    const newest = { by: "seen_at", limit }
    return newestUnmatched<UnmatchedRefundRow>(this.db, TABLE, newest)
  }

  /** Those of these amounts in cents, for what is in doubt. */
  async ofAmounts(amounts: number[]): Promise<UnknownEntry[]> {
    return unmatchedOf(this.db, TABLE)
      .whereIn("u.amount", amounts)
      .select("u.id", "u.amount", "u.status", "u.made_at as created_at")
      .select("u.seen_number")
  }

  /**
   * What those come to in cents that may be of a payment that was opened `since`, as
   * support refunds by itself: none that was seen before, nor what one of the
   * `doubts` may be.
   */
  async sumBeside(
    doubts: Pick<RefundRequestRow, "amount" | "seen_before_sent">[],
    since: Date
  ): Promise<number> {
    const isOfDoubt = `exists (
      select 1 from unnest(?::int[], ?::int[]) as doubt (amount, seen)
      where doubt.amount = u.amount and u.seen_number > doubt.seen)`
    const [sum] = await unmatchedOf(this.db, TABLE)
      .where("u.seen_at", ">=", since)
      .whereRaw(`not ${isOfDoubt}`, [
        doubts.map(({ amount }) => amount),
        doubts.map(({ seen_before_sent }) => seen_before_sent ?? 0),
      ])
      .sum<{ cents: string | null }[]>({ cents: this.db.raw("abs(u.amount)") })
    return Number(sum?.cents ?? 0)
  }
}

/**
 * The entry that a person books as a refund of `amount` cents, of a payment that was
 * opened then.
 *
 * @throws MedusaError (not allowed) when it is none that can be booked so: it has
 * failed, is booked, is of another amount, was listed before the payment was begun, or
 * may be a refund request whose answer was lost.
 */
export async function toBeBooked(
  trx: Knex,
  id: string,
  {
    amount,
    currency,
    opened_at,
  }: Pick<CheckoutRow, "amount" | "currency" | "opened_at">
): Promise<UnmatchedRefundRow> {
  // One at a time: who comes second sees what the first has filed.
  const entry = await trx<UnmatchedRefundRow>(TABLE)
    .where({ id })
    .forUpdate()
    .first()
  const same = await trx<RefundRequestRow>(TABLES.refundRequest)
    .where({ refund_request_id: id })
    .whereNull("deleted_at")
    .first("id")
  const doubt = await trx<RefundRequestRow>(TABLES.refundRequest)
    .where({ amount })
    .whereNull("deleted_at")
    .whereRaw(MAY_BE_THERE)
    .first("id")
  if (!entry || entry.status === "failed") {
    throw refused(`The service's list has no refund ${id} that stands.`)
  }
  if (same) {
    throw refused(`Refund ${id} is ${same.id} here already.`)
  }
  if (entry.amount !== amount || entry.currency !== currency) {
    throw refused(
      `Refund ${id} is of ${moneyInWords(entry.amount, entry.currency)}, not of ${moneyInWords(amount, currency)}.`
    )
  }
  if (entry.seen_at.getTime() < opened_at.getTime() - PROCESSES_APART_MS) {
    throw refused(
      `Refund ${id} was in the service's list before this payment was begun (${opened_at.toISOString()}), so it is of another one.`
    )
  }
  if (doubt) {
    throw refused(
      `Refund ${id} may be refund request ${doubt.id}, whose answer was lost. End that doubt first.`
    )
  }
  return entry
}
