/** The kinds of cause that need a person. */
export type CauseKind =
  | "held-payment"
  | "other-amount"
  | "unidentified"
  | "refund-without-id"
  | "failed-refund"
  | "refund-in-doubt"
  | "held-refund"
  | "unverified-callbacks"
  | "held-callback"
  | "reconcile-behind"
  | "config-old"
  | "credentials-refused"
