import { NOT_VERIFIED, type Observed } from "../domain/observe"
import type { LargestPage } from "../ledger/sweeps"
import type { CallbackRow, CheckoutRow } from "../ledger/rows"

/** What a purchase's report is made of. */
export type Purchase = {
  row: Pick<
    CheckoutRow,
    "id" | "checkout_id" | "status" | "opened_at" | "paid_at" | "observed"
  >
  callbacks: Pick<
    CallbackRow,
    "deliveries" | "received_at" | "last_received_at" | "number_of_payments"
  >[]
  /** The service's clock minus ours, in milliseconds. */
  clockDifferenceMs: number | null
  /** The largest page of each list that was read. */
  largestPages: LargestPage[]
}

/**
 * Which spellings the service really used for one purchase, as text for its
 * support. No amount, no name, no address, no key.
 */
export function purchaseReport(purchase: Purchase): string {
  const { row, callbacks, clockDifferenceMs, largestPages } = purchase
  // The column is JSON that only the ledger writes.
  const { created, callback } = (row.observed ?? {}) as Observed
  const lines: (readonly [string, string | null | undefined])[] = [
    ["Reference (client_reference_id)", row.id],
    ["Checkout id", row.checkout_id],
    ["Status", row.status],
    ["Opened", row.opened_at.toISOString()],
    ["Payment learnt", row.paid_at?.toISOString()],
    ["Clock of the service", clockInWords(clockDifferenceMs)],
    ["Largest page of a list", pagesInWords(largestPages)],
    ["", ""],
    ["Answer to POST /api/checkouts", created && String(created.status_code)],
    ["- content type", created?.content_type],
    ["- payment_url stands in", created?.payment_url_at],
    ["- created_at is written as", created?.created_at],
    ["- JSON", created?.json],
    ["- fields", created?.fields.join(", ")],
    ["- headers", created?.headers.join(", ")],
    ["", ""],
    ["Callback", callback && deliveriesInWords(callbacks, callback.signature)],
    ["- signature", callback?.signature],
    ["- content type", callback?.content_type],
    ["- JSON", callback?.json],
    ["- fields", callback?.fields.join(", ")],
    ["- headers", callback?.headers.join(", ")],
  ]
  return lines
    .map(([name, value]) => (name ? `${name}: ${value ?? "not seen"}` : ""))
    .join("\n")
}

function clockInWords(ms: number | null): string | null {
  return ms === null ? null : `${(ms / 1_000).toFixed(1)} seconds ahead of ours`
}

function pagesInWords(pages: LargestPage[]): string | null {
  const words = pages.map(
    ({ list, entries, asked, at }) =>
      `${list} had ${entries} entries of ${asked} asked for, ${at.toISOString()}`
  )
  return words.join("; ") || null
}

function deliveriesInWords(
  callbacks: Purchase["callbacks"],
  signature: string
): string {
  const count = callbacks.reduce((sum, { deliveries }) => sum + deliveries, 0)
  const times = callbacks.flatMap((one) =>
    [one.received_at, one.last_received_at].flatMap((at) => at?.getTime() ?? [])
  )
  const [first, last] = [Math.min(...times), Math.max(...times)]
  const seconds = (last - first) / 1_000
  const within = `${count} deliveries in ${Math.round(seconds)} seconds`
  return count > 1
    ? `${within}, the first at ${atTime(first)}, the last at ${atTime(last)}, ${spacing(count, seconds)}`
    : count === 1
      ? "1 delivery"
      : signature.startsWith(NOT_VERIFIED)
        ? "not verified, and confirmed by asking"
        : "verified, its deliveries are no longer kept"
}

/** Of those between the first and the last only the number is kept. */
function spacing(count: number, seconds: number): string {
  const apart = (seconds / (count - 1)).toFixed(1)
  return count > 2 ? `${apart} seconds apart on average` : "and none between"
}

function atTime(ms: number): string {
  return new Date(ms).toISOString()
}
