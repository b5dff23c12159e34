import { randomUUID } from "node:crypto"
import { holdPaid, sql } from "../shop/ledger"
import { sandbox } from "../shop/sandbox"
import { beginCheckout } from "./buying"

/** A payment that the service has and the store has held. */
export async function holdPayment(): Promise<string> {
  const reference = await beginCheckout()
  await sandbox.holdCallbacks()
  await sandbox.pay(reference)
  await sandbox.calm()
  await holdPaid(reference)
  return reference
}

/** Records that the service has failed a refund. */
export async function failRefund(reference: string) {
  await sql(
    `update instalments_refund_request
     set status = 'failed', sent_at = now(), finished_at = now(),
       next_check_at = null,
       books_after = now(),
       last_error = 'The shopper''s card account is closed'
     where reference = $1`,
    [reference]
  )
}

/**
 * Another checkout of the order that a checkout has paid, for what it owed
 * later. It is paid unless `change` says otherwise; answers its reference.
 */
export async function addCheckout(
  reference: string,
  change: Record<string, string | number | null>
): Promise<string> {
  const id = `inst_${randomUUID().replaceAll("-", "")}`
  await sql(
    `insert into instalments_checkout
     select (jsonb_populate_record(one, $2::jsonb)).*
     from instalments_checkout one where id = $1`,
    [reference, JSON.stringify({ id, checkout_id: randomUUID(), ...change })]
  )
  return id
}

/**
 * A failed refund of a payment without an order, so that the payment is held
 * again.
 */
export async function failReturn(reference: string) {
  await failRefund(reference)
  await sql(
    `update instalments_checkout
     set outcome = 'held', outcome_at = now(),
       held_reason = held_reason
         || '; it could not be returned: The shopper''s card account is closed'
     where id = $1`,
    [reference]
  )
}

/** As if the answer to a refund was lost and the list cannot tell either. */
export async function doubtRefund(reference: string) {
  await sql(
    `update instalments_refund_request
     set status = 'in_doubt', sent_at = now() - interval '5 minutes',
       doubted_at = now() - interval '5 minutes', next_check_at = null,
       held_reason = 'The answer was lost, and several are alike (sent at '
         || to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
         || '). Ask the service''s support.'
     where reference = $1`,
    [reference]
  )
}

/** As if the service had said of a refund that it is complete, then failed. */
export async function contradictRefund(reference: string) {
  await sql(
    `update instalments_refund_request
     set status = 'complete', sent_at = now(), finished_at = now(),
       next_check_at = null,
       held_reason = 'The service said complete and now says failed. Ask its support.'
     where reference = $1`,
    [reference]
  )
}

/** As if the hourly reading of the service's list had shown a refund. */
export async function showRefund(
  { id, created_at }: { id: string; created_at: string },
  amount: number
) {
  await sql(
    `insert into instalments_unmatched_refund
       (id, amount, currency, status, made_at, seen_at)
     values ($1, $2, 'ZAR', 'requested', $3, now())
     on conflict (id) do nothing`,
    [id, amount, created_at]
  )
}

/** As if no job had checked a checkout for an hour. */
export async function forgetCheckout(reference: string) {
  await sql(
    `update instalments_checkout
     set next_check_at = now() - interval '1 hour' where id = $1`,
    [reference]
  )
}

/** So many ended checkouts of the past, one an hour. */
export async function fillLedger(count: number) {
  await sql(
    `insert into instalments_checkout
       (id, checkout_id, status, outcome, amount, currency, number_of_payments,
        payment_collection_id, payment_session_id, cart_id, order_id,
        fingerprint, opened_at, created_at, paid_at, paid_not_before, outcome_at)
     select 'inst_' || md5('e2e' || n), gen_random_uuid()::text,
       case when n % 4 = 0 then 'cancelled' else 'successful' end,
       case when n % 4 = 0 then 'closed' when n % 9 = 0 then 'returned'
         else 'placed' end,
       100000 + n * 1357, 'ZAR', (array[3, 6, 12])[1 + n % 3],
       'pay_col_e2e', 'payses_e2e_' || n, 'cart_e2e_' || n,
       case when n % 4 > 0 and n % 9 > 0 then 'order_e2e_' || n end, 'e2e' || n,
       at, at, paid, paid, paid
     from (
       select n, now() - n * interval '1 hour' as at,
         case when n % 4 > 0 then now() - n * interval '1 hour' end as paid
       from generate_series(1, $1::int) as n
     ) as past
     on conflict do nothing`,
    [count]
  )
}
