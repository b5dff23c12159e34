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
  pages: number
  /** How often it could not go on, and began at the first page again. */
  failures: number
  /** The `seen_number` of the last entry that was seen before it began. */
  numbered: number
  /** Whether the list's last page is being read, to count all that it has. */
  isCounting: boolean
  /** Whether it is read to the list's end: to count was in vain. */
  toItsEnd: boolean
}

/** A reading of that list, which may take many runs. */
export type RefundReading = Sweep<Seen>

/** What is seen with one more page. */
export function withPage(seen: Seen, entries: Sighting[]): Seen {
  const shown = new Set(entries.map(({ id }) => id))
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
  }
}

/** What else is known when a page of a reading has come. */
export type Found = {
  entries: Sighting[]
  /** As the page's links name them. */
  next: Page | null
  last: Page | null
  /** See `RefundSending.doubts`. */
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
  const isWorthIt =
    next !== null &&
    last !== null &&
    last.number > next.number &&
    !seen.toItsEnd &&
    // Else it is not known how many entries the pages before the last one have.
    [last.items, entries.length].every((items) => items === page.items)
  if (isDown && isWorthIt) {
    return { to: "page", page: last, seen: { ...seen, isCounting: true } }
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

const isOpen = ({ held_reason }: Found["doubts"][number]) =>
  held_reason === null

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
