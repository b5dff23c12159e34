import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { StoreAddresses } from "../../../../src/modules/instalments/checkout/own"
import {
  TABLES,
  type CallbackRow,
  type CheckoutRow,
  type RefundRequestRow,
} from "../../../../src/modules/instalments/ledger/rows"

/** Of what the ledger's checkouts are. */
export const STORE: StoreAddresses = {
  environment: "production",
  backendUrl: "https://api.shop.example",
  furtherBackendUrls: [],
}

/** A Monday noon in Johannesburg. */
export const NOW = new Date("2026-11-23T10:00:00Z")
export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** So many milliseconds before `NOW`. */
export const ago = (ms: number) => new Date(NOW.getTime() - ms)

let rows = 0

/** Writes a checkout of R 100,00 that is being created; `changes` say what else. */
export async function checkout(
  db: Knex,
  changes: Partial<CheckoutRow> = {}
): Promise<CheckoutRow> {
  const [row] = await checkouts(db, [changes])
  return row!
}

/** The same of several, in one statement. */
export async function checkouts(
  db: Knex,
  all: Partial<CheckoutRow>[]
): Promise<CheckoutRow[]> {
  return db(TABLES.checkout)
    .insert(
      all.map((changes) => {
        const n = ++rows
        return {
          ...{ id: `inst_${n}`, amount: 10_000, currency: "ZAR" },
          ...{ fingerprint: `print_${n}`, opened_at: ago(HOUR) },
          ...{ payment_collection_id: `paycol_${n}`, cart_id: `cart_${n}` },
          payment_session_id: `payses_${n}`,
          ...changes,
        }
      })
    )
    .returning("*")
}

/** What the ledger holds of a checkout that was paid yesterday. */
export const paid = (): Partial<CheckoutRow> => ({
  status: "successful",
  creation: "answered",
  ...{ checkout_id: `service_${++rows}`, opened_at: ago(DAY + HOUR) },
  ...{ paid_at: ago(DAY), paid_not_before: ago(DAY) },
})

/** Writes a refund request of R 10,00 that may be sent; `changes` say what else. */
export async function refund(
  db: Knex,
  changes: Partial<RefundRequestRow> = {}
): Promise<RefundRequestRow> {
  const [row] = await refunds(db, [changes])
  return row!
}

/** The same of several, in one statement. */
export async function refunds(
  db: Knex,
  all: Partial<RefundRequestRow>[]
): Promise<RefundRequestRow[]> {
  return db(TABLES.refundRequest)
    .insert(
      all.map((changes) => ({
        ...{ id: `instref_${++rows}`, reference: "inst_none" },
        amount: 1_000,
        currency: "ZAR",
        reason: "merchant",
        ...{ filed_at: ago(HOUR), send_after: ago(HOUR) },
        ...changes,
      }))
    )
    .returning("*")
}

/** Writes a callback that was understood. */
export async function callback(
  db: Knex,
  changes: Partial<CallbackRow> = {}
): Promise<CallbackRow> {
  const n = ++rows
  const [row] = await db(TABLES.callback)
    .insert({
      ...{ id: `instcb_${n}`, digest: `digest_${n}`, status: "successful" },
      ...{ received_at: NOW, last_received_at: NOW },
      ...changes,
    })
    .returning("*")
  return row as CallbackRow
}
