/**
 * The codes of our errors, for programs: `code` of the answer. They stay when words
 * change. docs/errors.md says of each what it means and what to do.
 */
export const ERROR_CODES = [
  "instalments_delivery_missing",
  "instalments_marked_by_hand",
  "instalments_unavailable",
] as const

/** One of `ERROR_CODES`. */
export type ErrorCode = (typeof ERROR_CODES)[number]
