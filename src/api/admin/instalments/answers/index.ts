/**
 * The answers of the admin routes under `/admin/instalments`. This file holds
 * types only, so a browser's bundle may import it.
 *
 * Amounts are integer cents. Moments are ISO 8601 texts in UTC. `reference` is
 * the ledger's id of a checkout (the service's `client_reference_id`), while
 * `checkout_id` and `refund_request_id` are the service's own ids.
 */
export type * from "./words"
export type * from "./checkout"
export type * from "./timeline"
export type * from "./refund-request"
export type * from "./attention"
export type * from "./unmatched"
export type * from "./status"
export type * from "./overview"
export type * from "./statement"
export type * from "./payment-link"
