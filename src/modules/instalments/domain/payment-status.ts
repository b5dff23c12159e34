/** What a shopper may know of a payment. */
export type PaymentStatus =
  "pending" | "paid" | "cancelled" | "expired" | "unplaced"

/**
 * The service's session lasts about 30 minutes from when the shopper lands on
 * the page, so a page opened late lives longer than this from its creation; a
 * payment that comes even then is still believed.
 */
const EXPIRES_AFTER_MS = 45 * 60_000

/** A ledger row as the shopper's browser may see it. */
export function paymentStatus(
  checkout: {
    status: string | null
    outcome: string
    opened_at: Date
  },
  now: number
): PaymentStatus {
  const { status, outcome, opened_at } = checkout
  if (status === "successful") {
    if (outcome === "placed") {
      return "paid"
    }
    return outcome === "open" ? "pending" : "unplaced"
  }
  if (status === "cancelled") {
    return "cancelled"
  }
  const failed = status === "invalid_payload" || outcome === "closed"
  const old = now - opened_at.getTime() > EXPIRES_AFTER_MS
  return failed || old ? "expired" : "pending"
}
