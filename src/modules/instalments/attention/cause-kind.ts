/** The kinds of cause that need a person. */
export type CauseKind =
  | "held-payment"
  | "failed-refund"
  | "refund-in-doubt"
  | "held-refund"
  | "unverified-callbacks"
  | "held-callback"
  | "reconcile-behind"
  | "config-old"
  | "credentials-refused"
