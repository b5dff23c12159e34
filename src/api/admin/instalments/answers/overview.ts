import type { Day, Figure } from "./words"

/** `GET /admin/instalments/overview?days=` */
export type OverviewAnswer = { overview: Overview }

/** The figures of the last days for the shop's owner. */
export type Overview = {
  environment: "sandbox" | "production"
  time_zone: string
  /** Of all that is counted: rows of another one, which the options had before, are left out. */
  currency: string
  /**
   * Every day up to today, also those on which nothing happened, by the day the
   * payment was learnt. `open` is not settled yet.
   */
  days: {
    day: Day
    placed: Figure
    returned: Figure
    held: Figure
    open: Figure
  }[]
  /** Now: those of less than 1, 4, 8 and 15 days, and older ones. */
  refunds_under_way: Figure[]
}
