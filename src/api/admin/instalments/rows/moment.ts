import type { Moment } from "../answers"

/** A moment of the ledger as text; null stays null. */
export function moment(date: Date | null): Moment | null {
  return date && date.toISOString()
}
