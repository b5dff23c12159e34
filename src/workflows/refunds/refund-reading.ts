import { isFromBefore } from "../../modules/instalments/rules"
import type {
  Page,
  RefundRequestRow,
  Sighting,
  Sweep,
} from "../../modules/instalments/types"

/** So many pages may be read before the list is read to its end, where it has more. */
const MOST_PAGES_TO_COUNT = 20

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
  /** See `Reading`. */
  clockDifference: number | null
  pages: number
  /** How often it could not go on, and began at the first page again. */
  failures: number
  /**
   * When the lowest entry was made of the page on which it came to what is known,
   * while the list's last page is read to count them all.
   */
  downTo: string | null
  /** Whether it is read to the list's end: to count was in vain. */
  toItsEnd: boolean
}

/** A reading of that list, which may take many runs. */
export type RefundReading = Sweep<Seen>

/** What is seen with one more page; `known` are our rows of it. */
export function withPage(
  seen: Seen,
  entries: Sighting[],
  {
    known,
    clockDifference,
  }: { known: RefundRequestRow[]; clockDifference: number | null }
): Seen {
  const shown = new Set(entries.map(({ id }) => id))
  const moments = [seen.lowest, ...entries.map((one) => one.created_at)]
    .filter((moment) => moment !== null)
    .map((moment) => Date.parse(moment))
  const later = moments.map((at, i) => at - (moments[i - 1] ?? at))
  // The lowest rules the fewest out.
  const measured = [
    ...[seen.clockDifference, clockDifference].filter((ms) => ms !== null),
    ...known.flatMap((row) => differenceBy(row, entries)),
  ]
  return {
    ...seen,
    // A moment that cannot be read is in no order.
    newestFirst: seen.newestFirst && later.every((ms) => ms <= 0),
    falls: seen.falls || later.some((ms) => ms < 0),
    lowest: entries.at(-1)?.created_at ?? seen.lowest,
    missing: seen.missing.filter((id) => !shown.has(id)),
    clockDifference: measured.length > 0 ? Math.min(...measured) : null,
    pages: seen.pages + 1,
  }
}

/** What our own entry tells of the clock that stamps the list's moments. */
function differenceBy(
  { refund_request_id, sent_at, doubted_at }: RefundRequestRow,
  entries: Sighting[]
): number[] {
  const entry = entries.find(({ id }) => id === refund_request_id)
  const created = Date.parse(entry?.created_at ?? "")
  // Sent more than once, it is not known by which.
  return sent_at && !doubted_at && !Number.isNaN(created)
    ? [created - sent_at.getTime()]
    : []
}

/** What else is known when a page of a reading has come. */
export type Found = {
  entries: Sighting[]
  /** As the page's links name them. */
  next: Page | null
  last: Page | null
  /** See `RefundSending.doubts`. */
  doubts: Pick<RefundRequestRow, "sent_at" | "doubted_at" | "held_reason">[]
  /** Whether earlier readings that came newest first have shown all of the page. */
  seenBefore: boolean
  /** How many refunds of the service are known; null when nothing is counted. */
  known: number | null
}

/** What follows a page of a reading. */
export type Step =
  | { to: "page"; page: Page; seen: Seen }
  /** It does not show all that it has. */
  | { to: "first page" }
  /** The entries were counted, and are not those that are known. */
  | { to: "new reading"; toItsEnd: boolean }
  | { to: "end"; newestFirst: boolean }

/**
 * Where a reading goes after a page, with what was `seen` of it. The specification
 * names no order of the list, so that only its end shows that no more is there.
 * Once a whole reading has come newest first, one that has come to what was shown
 * before may end there if it ends no doubt. With a doubt it must have come to what
 * was made before that was sent, and then reads the last page: a list with as many
 * entries as are known has none that is not, in whatever order it comes.
 */
export function stepAfter(
  { page, seen }: Pick<RefundReading, "page" | "seen">,
  found: Found
): Step {
  const { entries, next, last, doubts, seenBefore } = found
  if (seen.downTo) {
    return afterCount({ page, seen }, found, seen.downTo)
  }
  const open = doubts.filter(isOpen)
  const isDown = seenBefore && seen.newestFirst && seen.missing.length === 0
  if (isDown && open.length === 0) {
    return { to: "end", newestFirst: true }
  }
  const isWorthIt =
    next !== null &&
    last !== null &&
    last.number > next.number &&
    !seen.toItsEnd &&
    // Else it is not known how many entries the pages before the last one have.
    [last.items, entries.length].every((items) => items === page.items)
  if (isDown && isWorthIt && isBefore(open, seen.lowest, seen)) {
    return { to: "page", page: last, seen: { ...seen, downTo: seen.lowest } }
  }
  if (next && next.number > page.number) {
    return { to: "page", page: next, seen }
  }
  return next || isInPart({ page, seen }, entries)
    ? { to: "first page" }
    : { to: "end", newestFirst: seen.newestFirst && seen.falls }
}

/** The last page was read to count: none is unknown, or another reading follows. */
function afterCount(
  { page, seen }: Pick<RefundReading, "page" | "seen">,
  { entries, next, doubts, known }: Found,
  downTo: string
): Step {
  const { newestFirst, pages } = seen
  const isLast = next === null && entries.length > 0
  const count = (page.number - 1) * page.items + entries.length
  const isCovered = isBefore(doubts.filter(isOpen), downTo, seen)
  if (newestFirst && isLast && count === known && isCovered) {
    return { to: "end", newestFirst }
  }
  // What was made meanwhile is at the top. What has gone does not come back.
  const isInVain = !newestFirst || (isLast && count < (known ?? 0))
  const isLong = pages >= Math.min(page.number, MOST_PAGES_TO_COUNT)
  return { to: "new reading", toItsEnd: isInVain || isLong }
}

const isOpen = ({ held_reason }: Found["doubts"][number]) =>
  held_reason === null

/** Whether a moment of the list was before any of these was sent. */
function isBefore(
  doubts: Found["doubts"],
  moment: string | null,
  { clockDifference }: Seen
): boolean {
  return (
    moment !== null &&
    doubts.every((row) => isFromBefore(moment, row, clockDifference))
  )
}

/**
 * Whether a reading that is at the list's end has not seen all of it: it lacks
 * what the service has accepted, or there are fewer pages than when it began.
 */
function isInPart(
  { page, seen }: Pick<RefundReading, "page" | "seen">,
  entries: Sighting[]
): boolean {
  const isBeyond = entries.length === 0 && page.number > 1
  return seen.missing.length > 0 || (isBeyond && seen.failures === 0)
}
