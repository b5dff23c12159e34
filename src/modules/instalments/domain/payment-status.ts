import type { ErrorCode } from "./error-codes"
import type { CheckoutRow } from "../ledger/rows"

/** What a shopper may know of a payment. */
export type PaymentStatus =
  "pending" | "paid" | "cancelled" | "expired" | "unplaced"

/**
 * The service's session lasts about 30 minutes from when the shopper lands on
 * the page (Limits in the API specification), and the same page is handed out
 * for 20 minutes (`opening.ts`); this leaves time for landing.
 */
const LAPSED_AFTER_MS = 55 * 60_000

/**
 * A ledger row as the shopper's browser may see it. `expired` says that nothing
 * was paid, so age alone is not enough: the service must have answered
 * `received` after the session had ended, and no check that a shopper asked for
 * since may wait for the limit. A payment that comes even later is still accepted.
 */
export function paymentStatus(checkout: {
  status: string | null
  outcome: string
  opened_at: Date
  /** When the service last answered about it; null when it never did. */
  status_updated_at: Date | null
  /** Since when a check that somebody waits for was not answered. */
  poll_requested_at: Date | null
}): PaymentStatus {
  const { status, outcome, opened_at, status_updated_at, poll_requested_at } =
    checkout
  if (status === "successful") {
    if (outcome === "placed") {
      return "paid"
    }
    return outcome === "open" ? "pending" : "unplaced"
  }
  if (status === "cancelled") {
    return isUnconfirmed(checkout) ? "pending" : "cancelled"
  }
  const failed = status === "invalid_payload" || outcome === "closed"
  const lapsed =
    status === "received" &&
    status_updated_at !== null &&
    poll_requested_at === null &&
    status_updated_at.getTime() - opened_at.getTime() > LAPSED_AFTER_MS
  return failed || lapsed ? "expired" : "pending"
}

/**
 * Whether a signed callback says that a cancelled checkout is paid, and the service,
 * which has to confirm it, has not been heard since. Until then nobody is told that
 * nothing was paid, nor asked to pay again.
 */
export function isUnconfirmed({
  status,
  poll_requested_at,
}: Pick<CheckoutRow, "status" | "poll_requested_at">): boolean {
  return status === "cancelled" && poll_requested_at !== null
}

/** One of the two types of Medusa's errors that core's route answers with 200. */
export type NotPaid = {
  type: "payment_authorization_error" | "payment_requires_more_error"
  code: ErrorCode
  message: string
}

/** Of a cart, one of whose checkouts `isUnconfirmed`. */
export const UNCONFIRMED: NotPaid = {
  type: "payment_requires_more_error",
  code: "instalments_unconfirmed",
  message:
    "The instalment payment is being confirmed. Do not pay again; the order is placed by itself.",
}

/**
 * Why a cart cannot be completed by this checkout, in words for the shopper;
 * null when the ledger calls it paid.
 */
export function notPaid(
  checkout: Pick<CheckoutRow, "status" | "poll_requested_at"> | undefined
): NotPaid | null {
  if (checkout && isUnconfirmed(checkout)) {
    return UNCONFIRMED
  }
  if (!checkout || checkout.status === "cancelled") {
    return {
      type: "payment_authorization_error",
      code: "instalments_not_paid",
      message:
        "This instalment payment was cancelled or never started. Choose how to pay again.",
    }
  }
  return checkout.status === "successful"
    ? null
    : {
        type: "payment_requires_more_error",
        code: "instalments_not_paid",
        message:
          "The instalment payment is not complete yet. Finish it on the payment page; the order is placed by itself.",
      }
}
