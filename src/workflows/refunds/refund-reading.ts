import { createHash } from "node:crypto"
import type {
  Page,
  RefundRequestRow,
  Sighting,
  Sweep,
} from "../../modules/instalments/types"

/** So many pages may be read before the list is read to its end, where it has more. */
const MOST_PAGES_TO_COUNT = 20
/** So often what a whole reading has shown is counted before another one follows. */
const MOST_COUNTS = 10
const MOVES = "its entries move while it is read, and one may never be shown"
const IN_PART = "it does not show all that it has"

/** What the pages of the service's list of refund requests have shown so far. */
export type Seen = {
  /** Whether no entry was made after the one above it. */
  newestFirst: boolean
  /** Whether one was made before it: entries of one moment are in no order. */
  falls: boolean
  /** When the lowest entry was made, as the service writes it. */
  lowest: string | null
  /** Refund requests that the service has accepted, and the list has yet to show. */
  missing: string[]
  pages: number
  /** How often it could not go on, and began at the first page again. */
  failures: number
  /** The `seen_number` of the last entry that was seen before it began. */
  numbered: number
  /** Whether the list's last page is being read, to count all that it has. */
  isCounting: boolean
  /** Whether it is read to the list's end: to count was in vain. */
  toItsEnd: boolean
  /** Marks of all entries that it has shown, each once: a page may repeat some. */
  marks: string[]
  /** The most entries that a page of it had. */
  size: number
  /** Whether it had shown the last entry of its page before. */
  joins: boolean
  /** How often it has come to the list's end, and lacked some that are there. */
  counts: number
}

/** A reading of that list, which may take many runs. */
export type RefundReading = Sweep<Seen>

/** An entry, whose amount is of no account for the reading. */
type Entry = Pick<Sighting, "id" | "created_at">

/** What is seen with one more page. */
export function withPage(seen: Seen, entries: Entry[]): Seen {
  const shown = new Set(entries.map(({ id }) => id))
  const marks = entries.map(({ id }) => markOf(id))
  const end = marks.at(-1)
  const moments = [seen.lowest, ...entries.map((one) => one.created_at)]
    .filter((moment) => moment !== null)
    .map((moment) => Date.parse(moment))
  const later = moments.map((at, i) => at - (moments[i - 1] ?? at))
  return {
    ...seen,
    // A moment that cannot be read is in no order.
    newestFirst: seen.newestFirst && later.every((ms) => ms <= 0),
    falls: seen.falls || later.some((ms) => ms < 0),
    lowest: entries.at(-1)?.created_at ?? seen.lowest,
    missing: seen.missing.filter((id) => !shown.has(id)),
    pages: seen.pages + 1,
    marks: [...new Set([...seen.marks, ...marks])],
    size: Math.max(seen.size, entries.length),
    joins: end !== undefined && seen.marks.includes(end),
  }
}

/** Short, as a reading keeps those of the whole list; two alike make it read again. */
const markOf = (id: string) =>
  createHash("sha256").update(id).digest("base64url").slice(0, 8)

/** What else is known when a page of a reading has come. */
export type Found = {
  entries: Entry[]
  /** As the page's links name them. */
  next: Page | null
  last: Page | null
  /** See `DueRefunds.doubts`. */
  doubts: Pick<RefundRequestRow, "held_reason">[]
  /**
   * Whether earlier readings that came newest first have shown all of the page, and
   * did so before any of the open doubts was sent.
   */
  seenBefore: boolean
  /** How many refunds of the service are known; null when nothing is counted. */
  known: number | null
}

/** What follows a page of a reading. */
export type Step =
  | { to: "page"; page: Page; seen: Seen }
  /** It has not shown all that the list has. */
  | { to: "first page"; why: string }
  /** The entries were counted, and are not those that are known. */
  | { to: "new reading"; toItsEnd: boolean }
  | { to: "end"; newestFirst: boolean }

/**
 * Where a reading goes after a page, with what was `seen` of it. The specification
 * names no order of the list, so that only its end shows that no more is there.
 * Once a whole reading has come newest first, one that has come to what was shown
 * before may end there if it ends no doubt. With a doubt it must have come to what
 * was shown before that was sent, and then reads the last page: a list with as many
 * entries as are known has none that is not, in whatever order it comes.
 */
export function stepAfter(
  { page, seen }: Pick<RefundReading, "page" | "seen">,
  found: Found
): Step {
  const { entries, next, last, doubts, seenBefore } = found
  if (seen.isCounting) {
    return afterCount({ page, seen }, found)
  }
  const open = doubts.filter(isOpen)
  const isDown = seenBefore && seen.newestFirst && seen.missing.length === 0
  if (isDown && open.length === 0) {
    return { to: "end", newestFirst: true }
  }
  const jump =
    next && last && last.number > next.number && last.items === page.items
      ? last
      : null
  // Else it is not known how many entries the pages before the last one have.
  const isWorthIt = !seen.toItsEnd && entries.length === page.items
  if (isDown && jump && isWorthIt) {
    return { to: "page", page: jump, seen: { ...seen, isCounting: true } }
  }
  if (next && next.number > page.number) {
    // What came to the top since is above what it had shown.
    const isUpToDate = seen.counts > 0 && seen.joins
    return { to: "page", page: (isUpToDate && jump) || next, seen }
  }
  if (next || isInPart({ page, seen }, entries)) {
    return { to: "first page", why: IN_PART }
  }
  return open.length > 0
    ? atTheEnd({ page, seen }, entries)
    : { to: "end", newestFirst: seen.newestFirst && seen.falls }
}

/**
 * At the list's end a reading has to have shown as many entries as the pages have. An
 * entry that moves from a page that is still to be read to one that was read is never
 * shown; another one is shown twice then. So is one when others are made at the top:
 * those are read for, and counted with, until no entry can be unknown.
 */
function atTheEnd(
  { page, seen }: Pick<RefundReading, "page" | "seen">,
  entries: Entry[]
): Step {
  const { newestFirst, falls, marks, size, counts } = seen
  const lacking = (page.number - 1) * size + entries.length - marks.length
  if (lacking === 0) {
    return { to: "end", newestFirst: newestFirst && falls }
  }
  // What has gone does not come back.
  return lacking > 0 && counts < MOST_COUNTS
    ? {
        to: "page",
        page: { ...page, number: 1 },
        seen: { ...seen, lowest: null, counts: counts + 1 },
      }
    : { to: "first page", why: MOVES }
}

/** The last page was read to count: none is unknown, or another reading follows. */
function afterCount(
  { page, seen }: Pick<RefundReading, "page" | "seen">,
  { entries, next, known }: Found
): Step {
  const { newestFirst, pages } = seen
  const isLast = next === null && entries.length > 0
  const count = (page.number - 1) * page.items + entries.length
  if (newestFirst && isLast && count === known) {
    return { to: "end", newestFirst }
  }
  // What was made meanwhile is at the top. What has gone does not come back.
  const isInVain = !newestFirst || (isLast && count < (known ?? 0))
  const isLong = pages >= Math.min(page.number, MOST_PAGES_TO_COUNT)
  return { to: "new reading", toItsEnd: isInVain || isLong }
}

/** Not for a person. */
const isOpen = ({ held_reason }: Found["doubts"][number]) =>
  held_reason === null

/**
 * Whether a reading that is at the list's end has not seen all of it: it lacks
 * what the service has accepted, or there are fewer pages than when it began.
 */
function isInPart(
  { page, seen }: Pick<RefundReading, "page" | "seen">,
  entries: Entry[]
): boolean {
  const isBeyond = entries.length === 0 && page.number > 1
  return seen.missing.length > 0 || (isBeyond && seen.failures === 0)
}
