import type {
  RefundRequestRow,
  Sighting,
  Sweep,
} from "../../modules/instalments/types"

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

/**
 * Whether a reading that has come to what was shown before may end there: what the
 * service has accepted was shown, and it ends no doubt. The specification names no
 * order of the list, so that none is there only its end can tell.
 */
export function isDownTo(
  { newestFirst, missing }: Seen,
  doubts: Pick<RefundRequestRow, "held_reason">[]
): boolean {
  return (
    newestFirst &&
    missing.length === 0 &&
    doubts.every(({ held_reason }) => held_reason !== null)
  )
}

/**
 * Whether a reading that is at the list's end has not seen all of it: it lacks
 * what the service has accepted, or there are fewer pages than when it began.
 */
export function isInPart(
  { page }: RefundReading,
  { missing, failures }: Seen,
  last: Sighting[]
): boolean {
  const isBeyond = last.length === 0 && page.number > 1
  return missing.length > 0 || (isBeyond && failures === 0)
}
