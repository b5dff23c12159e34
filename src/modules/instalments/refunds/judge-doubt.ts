import {
  candidatesOf,
  firstSent,
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
  | { verdict: "wait"; looks: number; until: Date }
  | { verdict: "held"; why: HeldFor; candidates: Sighting[] }

const MINUTE = 60_000
/** A request that was sent this long before a reading began is in it. */
export const LISTED_AFTER_MS = MINUTE
/** Between two readings of which each is to count for itself. */
const APART_MS = 10 * MINUTE
const UNTIL_ENDED_MS = 60 * MINUTE
/** Readings without an entry that the service's refusal says must be there. */
const NOT_LISTED = 3
/** Hours until several alike have ended: a business day, over a weekend. */
const NOT_ENDED = 96

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
 * Between several alike nobody guesses, until all have ended in the same way.
 */
export function judgeDoubt(row: Doubt, reading: Reading): Verdict {
  const begun = reading.begunAt.getTime()
  const listedAt = (row.sent_at?.getTime() ?? 0) + LISTED_AFTER_MS
  if (begun < listedAt) {
    return { verdict: "wait", looks: row.looks, until: new Date(listedAt) }
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
  return row.looks > 0 && isDue(row, reading)
    ? { verdict: "absent" }
    : later(row, reading, APART_MS)
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
    return row.looks + 1 >= NOT_LISTED && isDue(row, reading)
      ? { verdict: "held", why: "not-listed", candidates }
      : later(row, reading, APART_MS)
  }
  const { rivals, own, willTell } = shareOut(row, reading)
  if (own) {
    return { verdict: "found", sighting: own }
  }
  if (rivals.some(isToBeDecided)) {
    const until = new Date(reading.begunAt.getTime() + APART_MS)
    return { verdict: "wait", looks: row.looks, until }
  }
  return willTell && row.looks < NOT_ENDED
    ? later(row, reading, UNTIL_ENDED_MS)
    : { verdict: "held", why: "several", candidates }
}

/**
 * Which of the entries a proven one is, if that can be told, or `willTell` when
 * all have ended. Whoever was sent later has fewer candidates, and all of them are
 * candidates of who was sent before; so the newest go to the latest.
 */
function shareOut(
  row: Doubt,
  reading: Reading
): { rivals: Doubt[]; own?: Sighting; willTell: boolean } {
  const others = reading.doubts.filter(({ id }) => id !== row.id)
  const group = [row, ...others]
    .filter(({ amount }) => amount === row.amount)
    .map((doubt) => ({ doubt, may: candidatesOf(doubt, reading) }))
    .filter(({ may }) => may.length > 0)
    .sort(
      (a, b) => a.may.length - b.may.length || latestFirst(a.doubt, b.doubt)
    )
  const rivals = group.flatMap(({ doubt }) => (doubt === row ? [] : [doubt]))
  const place = group.findIndex(({ doubt }) => doubt === row)
  const proven = group.every(
    ({ doubt, may }, i) => isProven(doubt) && may.length > i
  )
  const all = group.at(-1)?.may ?? []
  const asMany = proven && all.length === group.length
  const ended = asMany && all.every(({ status }) => status === "complete")
  const single = proven && group[place]?.may.length === 1
  return {
    rivals,
    own: ended || single ? newestFirst(all)[place] : undefined,
    willTell: asMany && !all.some(({ status }) => status === "failed"),
  }
}

/** Whether it will soon be known more of one, without a person. */
function isToBeDecided(row: Doubt): boolean {
  const { remainder_refused_at, held_reason, status } = row
  const open = status !== "in_doubt" || takesNoSecond(row)
  return remainder_refused_at === null && held_reason === null && open
}

/** Whether a reading counts for one: others are read for sooner. */
function isDue({ look_after }: Doubt, { begunAt }: Reading): boolean {
  return begunAt.getTime() >= (look_after?.getTime() ?? 0)
}

function later(row: Doubt, reading: Reading, pauseMs: number): Verdict {
  const { looks, look_after } = row
  const { begunAt } = reading
  return look_after && !isDue(row, reading)
    ? { verdict: "wait", looks, until: look_after }
    : {
        verdict: "wait",
        looks: looks + 1,
        until: new Date(begunAt.getTime() + pauseMs),
      }
}

function latestFirst(a: Doubt, b: Doubt): number {
  return firstSent(b) - firstSent(a) || (a.id < b.id ? -1 : 1)
}

function newestFirst(sightings: Sighting[]): Sighting[] {
  // A moment that cannot be read is any row's, as the newest is.
  const moment = ({ created_at }: Sighting) =>
    Date.parse(created_at) || Infinity
  return [...sightings].sort(
    (a, b) => moment(b) - moment(a) || (a.id < b.id ? -1 : 1)
  )
}
