import type {
  Balanced,
  Difference,
} from "../../../../modules/instalments/types"
import type { Moment } from "./words"

/** `GET /admin/instalments/statement?month=2026-11`. Amounts are cents. */
export type StatementAnswer = { statement: Statement }

/**
 * The sums of a month, in the merchant's time zone (see `MOVEMENTS` of the module for
 * what is counted when, and `closing` for how it adds up), and the differences of the
 * checkouts whose money moved in it or is outstanding at its end.
 */
export type Statement = Balanced & {
  month: string
  time_zone: string
  currency: string
  /** Whether the month has ended. */
  is_over: boolean
  /** By when it is true. */
  made_at: Moment
  /** What the sources hold differently now; what has to be cleared comes first. */
  differences: StatementDifference[]
  /** How many checkouts were compared, the newest. */
  compared: number
  are_all_compared: boolean
}

/** Two sources differ; see `Difference` of the module. */
export type StatementDifference = Pick<
  Difference,
  "amount" | "text" | "explained"
> & {
  reference: string
  order_id: string | null
  /** The order's number: the shop's own, a text, else Medusa's. */
  order_number: string | number | null
}
