import type { InferTypeOf } from "@medusajs/framework/types"
import type { Callback } from "../models/callback"
import type { Checkout } from "../models/checkout"
import type { RefundRequest } from "../models/refund-request"

/** A ledger row of a checkout. Amounts are integer cents. */
export type CheckoutRow = InferTypeOf<typeof Checkout>

/** The fields that decide where a checkout's shopper returns to. */
export type ReturningShopper = Pick<
  CheckoutRow,
  "cart_id" | "country_code" | "order_id" | "success_url"
>

/** A ledger row of a callback. */
export type CallbackRow = InferTypeOf<typeof Callback>

/** A ledger row of a refund request. Amounts are integer cents. */
export type RefundRequestRow = InferTypeOf<typeof RefundRequest>

/**
 * The ledger's tables, for hand-written statements. Every index but the primary
 * keys' leaves out deleted rows, so a statement must say `deleted_at is null`
 * for PostgreSQL to use it.
 */
export const TABLES = {
  checkout: "instalments_checkout",
  callback: "instalments_callback",
  refundRequest: "instalments_refund_request",
} as const

/**
 * The condition that a row's moment is still the one that was read, for
 * `whereRaw` with that Date or null. PostgreSQL stores microseconds, which a
 * Date loses.
 */
export const isStill = (column: "sent_at" | "next_check_at") =>
  `date_trunc('milliseconds', ${column}) is not distinct from ?::timestamptz`

/**
 * The cents that were paid by a checkout, as PostgreSQL says it: the service's word
 * where that differs. `of` is the checkouts' name in the statement, with its dot.
 */
export const paidCents = (of: "" | "c." = "") =>
  `coalesce(${of}paid_amount, ${of}amount)`

/** The cents that go back by a refund request: see `backOf`, and `paidCents`. */
export const backCents = (of: "" | "o." | "r." = "") =>
  `coalesce(${of}service_amount, ${of}amount)`
