/**
 * What one check found. `wrong` needs somebody; `unknown` could not be looked
 * at; `note` is worth knowing and not wrong.
 */
export type State = "ok" | "note" | "wrong" | "unknown"

/** One line of the doctor's table, in words for the person who reads it. */
export type Finding = {
  /** What was looked at, in one or two words. */
  check: string
  state: State
  /** What was seen, and no more than that. */
  saw: string
  /** What to do about it. */
  next?: string
}
