import { CALLBACKS_OVER_MS } from "../domain/pauses"
import { TABLES, type CheckoutRow } from "../ledger/rows"

/**
 * A payable state of a cart, or of what an order owes, before its checkout
 * exists. `amount` is cents. `source_cart_id` is the cart of the payment
 * collection, or the one that the order came of.
 */
export type PayableState = Pick<
  CheckoutRow,
  | "amount"
  | "currency"
  | "cart_id"
  | "order_id"
  | "country_code"
  | "payment_collection_id"
  | "payment_session_id"
  | "success_url"
> & {
  source_cart_id: string | null
  /**
   * Whether no payment is booked on the order; true of a cart. A held payment of its
   * cart can become the order's only then.
   */
  is_unbooked: boolean
  /**
   * Its fingerprint by each signing key, the newest first: the first is written, and
   * any is found, as another process may have begun with another key.
   */
  fingerprints: readonly [string, ...string[]]
}

/**
 * A payment that arrived for a cart and is not being returned, or one that the
 * service has to confirm; see `isUnconfirmed`.
 */
export type KnownPayment = {
  /** The id of the checkout's row. */
  reference: string
  outcome: "placed" | "open" | "held" | "unconfirmed"
  /** Medusa's order, once it is placed. */
  order_id: string | null
}

/**
 * The key in a payment session's context by which settling asks for a session
 * of a checkout that is paid already. No client can send it: the Store API
 * takes no context. A payment collection that settling makes has it in its
 * metadata.
 */
export const SETTLED_REFERENCE = "instalments_settled_reference"

/** How long the same payable state gets the same checkout. */
export const REUSE_MS = 20 * 60_000
/** A creation that takes longer than this was lost. */
const CREATION_MS = 15_000

/**
 * The statement of `CheckoutStore.open` and its values. It answers a known
 * payment of the same cart that is not returned, so that the shopper cannot pay
 * twice; or a payment for the same order, or for the cart that is becoming that
 * order, that is not booked yet; or one of these that the service has to confirm
 * (`isUnconfirmed`). Else a checkout of the same payable state that is younger than
 * 20 minutes; else a new row with this id.
 */
export function openingStatement(
  state: PayableState,
  { id, now }: { id: string; now: Date }
) {
  const values = {
    ...state,
    fingerprint: state.fingerprints[0],
    id,
    opened_at: now,
    // Until its creation is answered, only a callback can change it.
    look_after: new Date(now.getTime() + CALLBACKS_OVER_MS),
    reuse_after: new Date(now.getTime() - REUSE_MS),
    created_after: new Date(now.getTime() - CREATION_MS),
  }
  return { sql: FIND_OR_INSERT, values }
}

// Rows of the second query whose creation was sent: another request is creating
// them at this moment.
const FIND_OR_INSERT = `
  with known as (
    select * from (
      (select * from ${TABLES.checkout}
       where cart_id = :cart_id and status = 'successful'
         and outcome in ('open', 'placed', 'held') and deleted_at is null
       limit 1)
      union all
      (select * from ${TABLES.checkout}
       where ((cart_id = :source_cart_id and (outcome = 'open' or :is_unbooked))
              or (cart_id is null and order_id = :order_id))
         and status = 'successful'
         and outcome in ('open', 'held') and deleted_at is null
       limit 1)
      union all
      (select * from ${TABLES.checkout}
       where (cart_id in (:cart_id, :source_cart_id)
              or (cart_id is null and order_id = :order_id))
         and status = 'cancelled' and wanted_at is not null
         and deleted_at is null
       limit 1)
      union all
      (select * from ${TABLES.checkout}
       where fingerprint = any(cast(:fingerprints as text[])) and outcome = 'open'
         and deleted_at is null and opened_at > :reuse_after
         and ((status = 'received' and payment_url is not null)
              or (status is null and creation = 'sent'
                  and opened_at > :created_after))
       order by opened_at desc limit 1)
    ) as candidate
    order by array_position(array['successful', 'cancelled'], status) limit 1),
  created as (
    insert into ${TABLES.checkout}
      (id, amount, currency, cart_id, order_id, country_code,
       payment_collection_id, payment_session_id, fingerprint, success_url,
       opened_at, look_after)
    select :id, :amount, :currency, :cart_id, :order_id, :country_code,
      :payment_collection_id, :payment_session_id, :fingerprint, :success_url,
      :opened_at, :look_after
    where not exists (select from known)
    returning *),
  opened as (
    select *, false as is_new from known
    union all select *, true from created),
  noted as (
    insert into instalments_checkout_session (id, reference)
    select :payment_session_id, id from opened
    on conflict (id) do update set reference = excluded.reference)
  select * from opened`
