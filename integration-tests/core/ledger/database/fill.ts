import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** The tables that have more rows each day. */
export const GROWING = [
  "instalments_checkout",
  "instalments_checkout_session",
  "instalments_callback",
  "instalments_refund_request",
]

/** So many checkouts are pending at every size: what grows is the past. */
const PENDING = 500
/** 2,880 checkouts a day: ten millions of them are nine and a half years. */
const MINUTES_APART = 0.5

/** The row's numbers are its ids, so that any row can be named. */
export const idOf = (prefix: string, n: number) => `${prefix}_${n}`

/**
 * Fills the empty ledger with `count` checkouts, one every half minute back in
 * time, with a payment session and a callback each and a refund request for every
 * tenth: four in five are placed, of the others half were cancelled and half never
 * paid, the newest are pending. Of a thousand one was paid without an order and
 * returned; of a hundred refunds one failed and was asked for again. The callbacks
 * are all kept, which no store does: they are said to have come in a month.
 *
 * The indexes are made when the rows are there, which takes a third of the time.
 */
export async function fillLedger(db: Knex, count: number): Promise<void> {
  const span = { from: 0, to: count - 1, pending: PENDING, step: MINUTES_APART }
  const indexes = await takeIndexes(db)
  for (const statement of [
    CHECKOUTS,
    SESSIONS,
    CALLBACKS,
    refunds("failed", 1000),
    refunds("complete", 10),
    RETURNS,
  ]) {
    await db.raw(statement, span)
  }
  for (const index of indexes) {
    await db.raw(`set maintenance_work_mem = '1GB'; ${index}`)
  }
  // What autovacuum does by itself some time later.
  for (const table of GROWING) {
    await db.raw(`vacuum analyze ${table}`)
  }
}

/** Drops every index but the primary keys; answers what makes them again. */
async function takeIndexes(db: Knex): Promise<string[]> {
  const { rows } = (await db.raw(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made
     from pg_index
     where not indisprimary and indrelid = any(array[${GROWING.map((table) => `'public.${table}'::regclass`).join(", ")}])`
  )) as { rows: { name: string; made: string }[] }
  for (const { name } of rows) {
    await db.raw(`drop index ${name}`)
  }
  return rows.map(({ made }) => made)
}

const OPENED = "now() - (n * :step::float8) * interval '1 minute'"

const CHECKOUTS = `
  insert into instalments_checkout
    (id, checkout_id, status, outcome, amount, currency, number_of_payments,
     country_code, payment_collection_id, payment_session_id, cart_id, order_id,
     fingerprint, opened_at, paid_at, paid_not_before, outcome_at, next_check_at,
     order_amount)
  select 'inst_' || n, 'chk_' || n,
    case when n < :pending or n % 10 = 0 then 'received'
         when n % 5 = 0 then 'cancelled' else 'successful' end,
    case when n < :pending then 'open'
         when n % 5 = 0 then 'closed'
         when n % 1000 = 3 then 'returned' else 'placed' end,
    10000 + n % 90000, 'ZAR', case when n % 5 = 0 then null else 3 end, 'za',
    'paycol_' || n, 'payses_' || n, 'cart_' || n,
    case when n < :pending or n % 5 = 0 or n % 1000 = 3 then null
         else 'order_' || n end,
    case when n * :step::float8 > 365 * 1440 then '[erased]'
         else 'print_' || n end, ${OPENED},
    case when n < :pending or n % 5 = 0 then null else ${OPENED} end,
    case when n < :pending or n % 5 = 0 then null else ${OPENED} end,
    case when n < :pending then null else ${OPENED} end,
    case when n < :pending then now() + interval '1 hour' end,
    case when n < :pending or n % 5 = 0 or n % 1000 = 3 then null
         else 10000 + n % 90000 end
  from generate_series(:from::int, :to::int) n`

const SESSIONS = `
  insert into instalments_checkout_session (id, reference)
  select 'payses_' || n, 'inst_' || n
  from generate_series(:from::int, :to::int) n`

const CALLBACKS = `
  insert into instalments_callback
    (id, digest, reference, status, number_of_payments, received_at,
     last_received_at)
  select 'instcb_' || n, md5(n::text), 'inst_' || n, 'successful', 3,
    ${OPENED.replace("n *", "least(n, 100000) *")}, ${OPENED.replace("n *", "least(n, 100000) *")}
  from generate_series(:from::int, :to::int) n`

const refunds = (status: "failed" | "complete", every: number) => `
  insert into instalments_refund_request
    (id, reference, checkout_id, refund_request_id, amount, currency, status,
     reason, payment_id, refund_id, filed_at, send_after, sent_at, finished_at,
     booked_at, undone_at, superseded_by)
  select 'instref_${status}_' || n, 'inst_' || n, 'chk_' || n, 'rr_${status}_' || n, 1000,
    'ZAR', '${status}', 'merchant', 'pay_' || n, 'ref_${status}_' || n, ${OPENED}, ${OPENED},
    ${OPENED}, ${OPENED}, ${OPENED},
    case when '${status}' = 'failed' then ${OPENED} end,
    case when '${status}' = 'failed' then 'instref_complete_' || n end
  from generate_series(:from::int, :to::int) n
  where n >= :pending and n % ${every} = 1`

const RETURNS = `
  insert into instalments_refund_request
    (id, reference, checkout_id, refund_request_id, amount, currency, status,
     reason, filed_at, send_after, sent_at, finished_at)
  select 'instref_' || n, 'inst_' || n, 'chk_' || n, 'rr_' || n, 10000 + n % 90000,
    'ZAR', 'complete', 'unplaced', ${OPENED}, ${OPENED}, ${OPENED}, ${OPENED}
  from generate_series(:from::int, :to::int) n
  where n >= :pending and n % 1000 = 3`
