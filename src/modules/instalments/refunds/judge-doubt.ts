import {
  candidatesOf,
  isProven,
  takesNoSecond,
  type Doubt,
  type Reading,
  type Sighting,
} from "./evidence"

/** Why a person has to end a doubt: one witness is there, or two that differ. */
export type HeldFor = "one-witness" | "other-refusal" | "several" | "not-listed"

/** What a reading says of one in doubt. `looks` counts the readings so far. */
export type Verdict =
  | { verdict: "found"; sighting: Sighting }
  | { verdict: "ask-again" | "absent" }
  | { verdict: "wait"; check_count: number; until: Date }
  | { verdict: "held"; why: HeldFor; candidates: Sighting[] }

const MINUTE = 60_000
/** A request that was sent this long before a reading began is in it. */
export const LISTED_AFTER_MS = MINUTE
/** Between two readings of which each is to count for itself. */
const APART_MS = 10 * MINUTE
/** Readings without an entry that the service's refusal says must be there. */
const NOT_LISTED = 3

/**
 * What a reading of the whole list says of one in doubt. Neither its amount and
 * moment nor its absence is proof alone:
 *
 * - of more than half of what is left, the service takes no second one. So it is
 *   asked again, unless what may be it has failed: accepted, there was none. The
 *   refusal is one witness, an unknown entry the other;
 * - of less, nothing but the list can tell. It is sent again when two readings
 *   apart show none; an entry that may be it is for a person.
 *
 * Between several alike a person decides.
 */
export function judgeDoubt(row: Doubt, reading: Reading): Verdict {
  const begun = reading.begunAt.getTime()
  const listedAt = Number(row.sent_at ?? row.doubted_at) + LISTED_AFTER_MS
  if (begun < listedAt) {
    return {
      verdict: "wait",
      check_count: row.check_count,
      until: new Date(listedAt),
    }
  }
  const candidates = candidatesOf(row, reading)
  if (row.remainder_refused_at) {
    return judgeRefused(row, candidates, reading)
  }
  // A failed one is asked for again only after a word with the service's support.
  const failed = candidates.some(({ status }) => status === "failed")
  if (takesNoSecond(row) && !failed) {
    return { verdict: "ask-again" }
  }
  if (candidates.length > 0) {
    return { verdict: "held", why: "one-witness", candidates }
  }
  return row.check_count > 0 && isDue(row, reading)
    ? { verdict: "absent" }
    : later(row, reading)
}

/** Sent once more, it was refused as more than what is left. */
function judgeRefused(
  row: Doubt,
  candidates: Sighting[],
  reading: Reading
): Verdict {
  if (!isProven(row)) {
    return { verdict: "held", why: "other-refusal", candidates }
  }
  if (candidates.length === 0) {
    return row.check_count + 1 >= NOT_LISTED && isDue(row, reading)
      ? { verdict: "held", why: "not-listed", candidates }
      : later(row, reading)
  }
  // Of one amount, whoever was sent later has some of the same candidates.
  const rivals = reading.doubts.filter(
    (other) =>
      other.id !== row.id &&
      other.amount === row.amount &&
      candidatesOf(other, reading).length > 0
  )
  if (rivals.some(isToBeDecided)) {
    return {
      verdict: "wait",
      check_count: row.check_count,
      until: nextOf(reading),
    }
  }
  const [sighting] = candidates
  return sighting && candidates.length === 1 && rivals.length === 0
    ? { verdict: "found", sighting }
    : { verdict: "held", why: "several", candidates }
}

/** Whether it will soon be known more of one, without a person. */
function isToBeDecided(row: Doubt): boolean {
  const { remainder_refused_at, held_reason, status } = row
  const open = status !== "in_doubt" || takesNoSecond(row)
  const isWaiting = remainder_refused_at !== null || held_reason !== null
  return open && !isWaiting
}

/** Whether a reading counts for one: others are read for sooner. */
function isDue({ next_check_at }: Doubt, { begunAt }: Reading): boolean {
  return begunAt.getTime() >= (next_check_at?.getTime() ?? 0)
}

function later(row: Doubt, reading: Reading): Verdict {
  const { check_count, next_check_at } = row
  return next_check_at && !isDue(row, reading)
    ? { verdict: "wait", check_count, until: next_check_at }
    : { verdict: "wait", check_count: check_count + 1, until: nextOf(reading) }
}

function nextOf({ begunAt }: Reading): Date {
  return new Date(begunAt.getTime() + APART_MS)
}
