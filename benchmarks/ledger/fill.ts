import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** So many checkouts are pending at every size: what grows is the past. */
const PENDING = 500
const MINUTES_APART = 1

/** The row's numbers are its ids, so that any row can be named. */
export const idOf = (prefix: string, n: number) => `${prefix}_${n}`

/**
 * Fills the ledger up to `count` checkouts, one a minute back in time, with a
 * payment session and a callback each and a refund request for every tenth:
 * four in five are placed, the others were cancelled, the newest are pending. Of
 * a thousand one was paid without an order and returned; of a hundred refunds one
 * failed and was asked for again.
 */
export async function fillLedger(db: Knex, count: number): Promise<void> {
  const counted = await db("instalments_checkout").count("* as rows")
  const from = Number(counted[0]?.rows ?? 0)
  const span = { from, to: count - 1, pending: PENDING, step: MINUTES_APART }
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
  // What autovacuum does by itself some time later.
  for (const table of ["checkout", "checkout_session", "callback"]) {
    await db.raw(`vacuum analyze instalments_${table}`)
  }
  await db.raw("vacuum analyze instalments_refund_request")
}

const OPENED = "now() - (n * :step) * interval '1 minute'"

const CHECKOUTS = `
  insert into instalments_checkout
    (id, checkout_id, status, outcome, amount, currency, number_of_payments,
     country_code, payment_collection_id, payment_session_id, cart_id, order_id,
     fingerprint, opened_at, paid_at, paid_not_before, outcome_at, look_after)
  select 'inst_' || n, 'chk_' || n,
    case when n < :pending then 'received'
         when n % 5 = 0 then 'cancelled' else 'successful' end,
    case when n < :pending then 'open'
         when n % 5 = 0 then 'closed'
         when n % 1000 = 3 then 'returned' else 'placed' end,
    10000 + n % 90000, 'ZAR', case when n % 5 = 0 then null else 3 end, 'za',
    'paycol_' || n, 'payses_' || n, 'cart_' || n,
    case when n < :pending or n % 5 = 0 or n % 1000 = 3 then null
         else 'order_' || n end,
    'print_' || n, ${OPENED},
    case when n < :pending or n % 5 = 0 then null else ${OPENED} end,
    case when n < :pending or n % 5 = 0 then null else ${OPENED} end,
    case when n < :pending then null else ${OPENED} end,
    case when n < :pending then now() + interval '1 hour' end
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
    ${OPENED.replace("n *", "least(n, 100000) *")},
    ${OPENED.replace("n *", "least(n, 100000) *")}
  from generate_series(:from::int, :to::int) n`

const refunds = (status: "failed" | "complete", every: number) => `
  insert into instalments_refund_request
    (id, reference, checkout_id, refund_request_id, amount, currency, status,
     reason, payment_id, refund_id, asked_at, send_after, sent_at, finished_at,
     booked_at, undone_at, replaced_by)
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
     reason, asked_at, send_after, sent_at, finished_at)
  select 'instref_' || n, 'inst_' || n, 'chk_' || n, 'rr_' || n, 10000 + n % 90000,
    'ZAR', 'complete', 'unplaced', ${OPENED}, ${OPENED}, ${OPENED}, ${OPENED}
  from generate_series(:from::int, :to::int) n
  where n >= :pending and n % 1000 = 3`
