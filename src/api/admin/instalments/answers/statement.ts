import type {
  Balanced,
  Difference,
  Sources,
} from "../../../../modules/instalments/types"
import type { Day, Moment, Outcome } from "./words"

/** `GET /admin/instalments/statement?month=2026-11`. Amounts are cents. */
export type StatementAnswer = { statement: Statement }

/**
 * The sums of a month and of each of its days, in the merchant's time zone. See
 * `MOVEMENTS` of the module for what is counted when, and `closing` for how it adds
 * up.
 */
export type Statement = Balanced & {
  month: string
  time_zone: string
  currency: string
  /** Whether the month has ended. */
  is_over: boolean
  /** By when it is true. */
  made_at: Moment
  /** Every day of the month. */
  days: (Balanced & { day: Day })[]
}

/** Two sources differ; see `Difference` of the module. */
export type StatementDifference = Pick<
  Difference,
  "amount" | "text" | "explained"
>

/** A checkout whose money moved in a month, or is outstanding at its end. */
export type StatementLine = Balanced & {
  /** The reference. */
  id: string
  checkout_id: string | null
  order_id: string | null
  /** The order's number in the admin: the shop's own, a text, else Medusa's. */
  order_number: string | number | null
  outcome: Outcome | null
  paid_at: Moment | null
  /** What each source holds of it now, whatever the month. */
  sources: Sources
  differences: StatementDifference[]
}

/** What only one source has, and no line of the statement stands for. */
export type StatementApart = {
  /** At the service a checkout or a refund, in Medusa a payment. */
  kind: "checkout" | "refund" | "payment"
  id: string
  sources: Sources
  difference: StatementDifference
}

/**
 * `GET /admin/instalments/statement/lines?month=&after=&limit=`: lines, then what
 * stands apart. With `only=differences`, lines without one are left out.
 */
export type StatementLinesAnswer = {
  lines: StatementLine[]
  apart: StatementApart[]
  /** How many lines were compared for this answer, those left out too. */
  compared: number
  /** The sources' sums over what was compared and what stands apart. */
  sums: Sources
  /** The `after` of the next answer; null at the end. */
  next: string | null
}
