/**
 * The codes of our errors, for programs: the `code` of an answer. A code stays when words
 * change, and means the same in the shop and in the admin; docs/errors.md says what.
 */
export const ERROR_CODES = [
  "instalments_already_paid",
  "instalments_amount_changed",
  "instalments_amount_out_of_band",
  "instalments_busy",
  "instalments_currency",
  "instalments_delivery_missing",
  "instalments_does_not_apply",
  "instalments_email_missing",
  "instalments_invalid_request",
  "instalments_json_only",
  "instalments_marked_by_hand",
  "instalments_no_completion",
  "instalments_no_link",
  "instalments_not_due",
  "instalments_not_found",
  "instalments_not_paid",
  "instalments_payment_unplaced",
  "instalments_rate_limited",
  "instalments_refund_refused",
  "instalments_refused_by_store",
  "instalments_return_address",
  "instalments_service_error",
  "instalments_set_up",
  "instalments_too_many_checkouts",
  "instalments_unavailable",
  "instalments_unconfirmed",
] as const

/** One of `ERROR_CODES`. */
export type ErrorCode = (typeof ERROR_CODES)[number]

/** The code of an error of ours, also of one that a workflow has rethrown; else null. */
export function codeOf(error: unknown): ErrorCode | null {
  const { code } = (error ?? {}) as { code?: unknown }
  return ERROR_CODES.find((known) => known === code) ?? null
}
