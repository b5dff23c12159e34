import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { paidAmount } from "../checkout/state"
import { TABLES, type CheckoutRow } from "../ledger/rows"
import type { InstalmentsOptions } from "../options/parse-options"

/** The kinds of cause that need a person. */
export type CauseKind =
  | "held-payment"
  | "other-amount"
  | "denied-payment"
  | "unidentified"
  | "unknown-checkouts"
  | "other-stores"
  | "refund-without-id"
  | "failed-refund"
  | "refund-in-doubt"
  | "held-refund"
  | "late-refund"
  | "unverified-callbacks"
  | "missing-callbacks"
  | "held-callback"
  | "reconcile-behind"
  | "config-old"
  | "credentials-refused"

/** What a person can do about a cause; `resolve` marks it as dealt with. */
export type CauseAction =
  | "settle"
  | "refund"
  | "retry"
  | "check"
  | "identify"
  | "end-doubt"
  | "refresh"
  | "resolve"

/** One thing in the ledger that needs a person. `amount` is integer cents. */
export type Cause = {
  /** Names the cause; the same cause always has the same key. */
  key: string
  kind: CauseKind
  title: string
  /** What is wrong and what a person does next. */
  text: string
  /** When it came up; when it comes up again it is later. */
  opened_at: Date
  reference: string | null
  refund_request: string | null
  order_id: string | null
  cart_id: string | null
  amount: number | null
  currency: string | null
  count: number
  actions: CauseAction[]
  note_needed: boolean
}

/** Where to search for causes. */
export type Place = {
  db: Knex
  options: InstalmentsOptions
  now: number
  /** Only those of one checkout and its refund requests. */
  reference?: string
}

/** A longer list does not help: people work through the oldest first. */
export const MOST = 500

/**
 * A cause's key and when it came up, as expressions of PostgreSQL whose columns
 * name their table.
 */
type CauseSql = { key: string; openedAt: string }

/** Whether somebody has dealt with a cause, as an expression of PostgreSQL. */
export const isResolved = ({ key, openedAt }: CauseSql) => `exists (
  select 1 from instalments_resolution as resolution
  where resolution.key = ${key} and resolution.deleted_at is null
    and resolution.opened_at >= date_trunc('milliseconds', ${openedAt}))`

/** The cause of a held payment `c`. */
export const HELD_PAYMENT: CauseSql = {
  key: "'held-payment:' || c.id",
  openedAt: "coalesce(c.outcome_at, c.paid_at, c.opened_at)",
}

/** The cause of a held callback `c`. */
export const HELD_CALLBACK: CauseSql = {
  key: "'held-callback:' || c.id",
  openedAt: "c.received_at",
}

/**
 * Whether a held callback `c` told of a payment that the service has confirmed since:
 * then it waits for nobody. Not `exists`: PostgreSQL may read the whole table for it.
 */
export const BELIEVED_CALLBACK = `(c.status is not null
  and (select named.status from ${TABLES.checkout} as named
       where named.id = c.reference) is not distinct from c.status)`

/** A row that is a cause, with the cause's key and when it came up. */
export type Causing<Row> = Row & { cause_key: string; caused_at: Date }

/**
 * Reads the oldest causes first, and resolved ones last, so that a limit never
 * hides an open one.
 */
export async function oldestOpen<Row>(
  { db }: Place,
  query: Knex.QueryBuilder,
  cause: CauseSql
): Promise<Causing<Row>[]> {
  const { key, openedAt } = cause
  return query
    .select(db.raw(`${key} as cause_key, ${openedAt} as caused_at`))
    .orderByRaw(isResolved(cause))
    .orderByRaw(openedAt)
    .limit(MOST)
}

/** The fields that most causes do not have. */
export const NOTHING = {
  reference: null,
  refund_request: null,
  order_id: null,
  cart_id: null,
  amount: null,
  currency: null,
  count: 1,
  note_needed: false,
} satisfies Partial<Cause>

/** The fields of a cause about a payment. */
export function ofPayment(row: CheckoutRow) {
  const { id, cart_id, order_id, currency } = row
  const known = { reference: id, cart_id, amount: paidAmount(row), currency }
  // A cart has no order before it is placed.
  return { ...NOTHING, ...known, order_id: cart_id ? null : order_id }
}
