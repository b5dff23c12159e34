import type {
  InstalmentsModuleService,
  Page,
  RefundRequestRow,
  Sighting,
} from "../../modules/instalments/types"
import { LARGEST_PAGE } from "../../modules/instalments/service-api"

const SWEEP = "refund-requests"
/** What the last one has shown, for the next one. */
const LAST = "refund-requests-read"
/** So many of ours a reading must show before it is believed to be whole. */
const CONTROLS = 10

/** How far the service's list of refund requests is read, and what it showed. */
export type RefundReading = {
  begunAt: Date
  page: Page
  /** Whether no entry so far was made after the one above it. */
  newestFirst: boolean
  /** Whether one was: entries of one moment are in no order. */
  falls: boolean
  /** When the lowest entry so far was made, as the service writes it. */
  lowest: string | null
  /** Refund requests that the service has accepted, and the list has yet to show. */
  missing: string[]
  /** See `Reading`. */
  clockDifference: number | null
  pages: number
  /** How often it could not go on, and began at the first page again. */
  failures: number
}

/** The reading that is under way, or null. */
export async function readingUnderWay({
  readings,
}: InstalmentsModuleService): Promise<RefundReading | null> {
  const kept = await readings.find(SWEEP)
  // An earlier version has not kept all that the pages showed: begun anew.
  return kept?.seen && "newestFirst" in kept.seen
    ? {
        ...(kept.seen as RefundReading),
        begunAt: kept.begunAt,
        page: kept.page,
      }
    : null
}

/** A new reading, which nothing remembers yet. */
export async function newReading(
  ledger: InstalmentsModuleService
): Promise<RefundReading> {
  const ours = await ledger.listRefundRequests(
    { refund_request_id: { $ne: null }, sent_at: { $ne: null } },
    { take: CONTROLS, order: { sent_at: "DESC" } }
  )
  return {
    begunAt: new Date(ledger.now()),
    page: { number: 1, items: LARGEST_PAGE },
    newestFirst: true,
    falls: false,
    lowest: null,
    missing: ours.map((row) => String(row.refund_request_id)),
    clockDifference: null,
    pages: 0,
    failures: 0,
  }
}

/** Remembers a reading, for the next run to go on with. */
export async function keepReading(
  { readings }: InstalmentsModuleService,
  { begunAt, page, ...seen }: RefundReading
): Promise<void> {
  await readings.keep(SWEEP, { page, begunAt, backTo: begunAt, seen })
}

/** It is over; `newestFirst` when it has shown all, in this order. */
export async function endReading(
  { readings, now }: InstalmentsModuleService,
  { begunAt, page }: RefundReading,
  newestFirst: boolean
): Promise<void> {
  const seen = { newestFirst }
  await readings.keep(LAST, { page, begunAt, backTo: new Date(now()), seen })
  await readings.end(SWEEP)
}

/** The last reading that is over (at `backTo`), or null before the first. */
export const lastReading = ({ readings }: InstalmentsModuleService) =>
  readings.find(LAST)

/** The reading with what one more page shows; `known` are our rows of it. */
export function withPage(
  reading: RefundReading,
  entries: Sighting[],
  {
    known,
    clockDifference,
  }: { known: RefundRequestRow[]; clockDifference: number | null }
): RefundReading {
  const shown = new Set(entries.map(({ id }) => id))
  const moments = [reading.lowest, ...entries.map((one) => one.created_at)]
    .filter((moment) => moment !== null)
    .map((moment) => Date.parse(moment))
  // The lowest rules the fewest out.
  const measured = [
    ...[reading.clockDifference, clockDifference].filter((ms) => ms !== null),
    ...known.flatMap((row) => differenceBy(row, entries)),
  ]
  return {
    ...reading,
    newestFirst:
      reading.newestFirst &&
      // A moment that cannot be read is in no order.
      moments.every((at, i) => at <= (moments[i - 1] ?? at)),
    falls:
      reading.falls || moments.some((at, i) => at < (moments[i - 1] ?? at)),
    lowest: entries.at(-1)?.created_at ?? reading.lowest,
    missing: reading.missing.filter((id) => !shown.has(id)),
    clockDifference: measured.length > 0 ? Math.min(...measured) : null,
    pages: reading.pages + 1,
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
