import type { ErrorCode } from "../../../../modules/instalments/types"

/** A moment as ISO 8601 text in UTC. */
export type Moment = string

/** A calendar day in the merchant's time zone, `2026-11-21`. */
export type Day = string

/** How a checkout has ended for the store; `open` has not ended. */
export type Outcome = "open" | "placed" | "returned" | "held" | "closed"

/** From a refund being asked for to its end. */
export type RefundStatus =
  | "filed"
  | "scheduled"
  | "sending"
  | "in_doubt"
  | "requested"
  | "pending"
  | "complete"
  | "failed"
  | "refused"
  | "withdrawn"

/**
 * A `POST` that applies to a row now: `path` takes it, with an empty body;
 * `resolve` takes `{ note? }`, `identify` takes `{ checkout_id }`, `end-doubt`
 * takes `{ refund_request_id }`, `{ absent: true }` or `{ failed: true }`.
 */
export type Action = {
  name:
    | "check"
    | "settle"
    | "refund"
    | "retry"
    | "identify"
    | "end-doubt"
    | "withdraw"
    | "book"
    | "refresh"
    | "resolve"
  /** A button's words; the admin's pages know each in their languages. */
  label:
    | "Place the order"
    | "Book it on the order"
    | "Return the money"
    | "Return the money again"
    | "Check now"
    | "Look again"
    | "Identify"
    | "End the doubt"
    | "Withdraw"
    | "Book the refund"
    | "Refresh"
    | "Mark as resolved"
  /** Relative to the backend, like `/admin/instalments/checkouts/x/settle`. */
  path: string
}

/** A number of checkouts and their sum in cents. */
export type Figure = { count: number; amount: number }

/**
 * The answer of a refused action: 400, 404, 409 (it does not apply; `message`
 * says why and what to do), 415 (no JSON) and 429 (the service's limit is used up).
 */
export type Refusal = {
  type: string
  code: ErrorCode
  message: string
  /** With 429, and the same in the header `Retry-After`. */
  retry_after?: number
  /** With 429: when it can be done. */
  retry_at?: Moment
}

/** A moment of the ledger as text; null stays null. */
export function moment(date: Date | null): Moment | null {
  return date && date.toISOString()
}
