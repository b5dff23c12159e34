import type { RefundRequestRow } from "../../modules/instalments/ledger/rows"
import { LARGEST_PAGE, type Page } from "../../modules/instalments/client/page"
import type { Sighting } from "../../modules/instalments/refunds/evidence"
import type { InstalmentsModuleService } from "../../modules/instalments/service"

const SWEEP = "refund-requests"
/** So many of ours a reading must show before it is believed to be whole. */
const CONTROLS = 10

/** How far the service's list of refund requests is read, and what it showed. */
export type RefundReading = {
  begunAt: Date
  page: Page
  /** Entries that no row knew and that may be one in doubt. */
  sightings: Sighting[]
  /** Refund requests that the service has accepted, and the list has yet to show. */
  missing: string[]
  /** See `Reading`. */
  clockDifference: number | null
  pages: number
  /** How often it could not go on, and began at the first page again. */
  failures: number
}

type Kept = Omit<RefundReading, "begunAt" | "page">

/** The reading that is under way, or null. */
export async function readingUnderWay(
  ledger: InstalmentsModuleService
): Promise<RefundReading | null> {
  const [sweep] = await ledger.listSweeps({ id: SWEEP })
  return sweep
    ? {
        ...begin([]),
        // An earlier version has kept less.
        ...(sweep.seen as Partial<Kept> | null),
        begunAt: sweep.begun_at,
        page: { number: sweep.page_number, items: sweep.page_items },
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
  const begunAt = new Date(ledger.now())
  const missing = ours.map((row) => String(row.refund_request_id))
  return { ...begin(missing), begunAt }
}

/** Remembers a reading, for the next run to go on with. */
export async function keepReading(
  ledger: InstalmentsModuleService,
  { begunAt, page, ...seen }: RefundReading
): Promise<void> {
  const place = { page_number: page.number, page_items: page.items }
  const row = { id: SWEEP, ...place, begun_at: begunAt, back_to: begunAt, seen }
  const [begun] = await ledger.listSweeps({ id: SWEEP })
  await (begun ? ledger.updateSweeps(row) : ledger.createSweeps(row))
}

/** Forgets it: it is over. */
export async function endReading(
  ledger: InstalmentsModuleService
): Promise<void> {
  await ledger.deleteSweeps(SWEEP)
}

/** The reading with what one more page shows. `amounts` are those in doubt. */
export function withPage(
  reading: RefundReading,
  entries: Sighting[],
  {
    known,
    amounts,
    clockDifference,
  }: {
    known: RefundRequestRow[]
    amounts: Set<number>
    clockDifference: number | null
  }
): RefundReading {
  const shown = new Set(entries.map(({ id }) => id))
  const ours = new Set(known.map((row) => row.refund_request_id))
  const sightings = [
    ...reading.sightings,
    ...entries.filter(({ id, amount }) => amounts.has(amount) && !ours.has(id)),
  ]
  // The lowest rules the fewest out.
  const measured = [
    ...[reading.clockDifference, clockDifference].filter((ms) => ms !== null),
    ...known.flatMap((row) => differenceBy(row, entries)),
  ]
  return {
    ...reading,
    // Entries that moved between pages are read twice.
    sightings: [...new Map(sightings.map((one) => [one.id, one])).values()],
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

function begin(missing: string[]): Omit<RefundReading, "begunAt"> {
  return {
    page: { number: 1, items: LARGEST_PAGE },
    sightings: [],
    missing,
    clockDifference: null,
    pages: 0,
    failures: 0,
  }
}
