import { ENDPOINTS } from "../../src/modules/instalments/limits/endpoints"
import { LARGEST_PAGE } from "../../src/modules/instalments/client/page"

/** What was measured; each figure is a row of the table in docs/performance.md. */
export const MEASURED = {
  /** `throughput`: processor time of one order, in milliseconds. */
  storeMs: 448,
  postgresMs: 86,
  redisMs: 17,
  /** `callback-to-order`: until the order is placed, in milliseconds. */
  settleMs: 175,
  /** `duplicate-callbacks` and `offers`: of one process, in a second. */
  duplicatesASecond: 2218,
  offersASecond: 649,
  /** `ledger-years`: a row on the disk, with its indexes, in bytes. */
  checkoutBytes: 615,
  sessionBytes: 169,
  callbackBytes: 308,
  refundBytes: 619,
}

/** What nobody has measured: of each shop and of the service. */
export const ASSUMED = {
  /** Of the checkouts, as in `benchmarks/ledger/fill.ts`; the rest lapses. */
  paid: 0.8,
  cancelled: 0.1,
  /** From the opening of a checkout to its payment, in minutes. */
  paysAfter: 3,
  /** Of those who pay, how many come back to the shop. */
  comesBack: 0.9,
  /** Of the callbacks, how many come a second time. */
  duplicates: 0.1,
  offersAnOrder: 20,
  /** How long the service takes for an answer, in milliseconds. */
  answerMs: 200,
  /** Of the refunds, how many are asked for on the day of purchase. */
  sameDay: 0.1,
  /** A process is slow long before its core is full. */
  busy: 0.5,
  /** Connections of a process: the most of knex's pool, which Medusa leaves so. */
  pool: 10,
}

const MINUTE = 60_000
const DAY_MINUTES = 1_440

/** How often the service may be asked in a minute, and how long its pages are. */
export type Asking = { details: number; pages: number; items: number }

const aMinute = ({
  requests,
  windowMs,
}: {
  requests: number
  windowMs: number
}) => (requests * MINUTE) / windowMs

/** The limits of the API specification. */
export const TODAY: Asking = {
  details: aMinute(ENDPOINTS["GET /api/checkouts/:id"]),
  pages: aMinute(ENDPOINTS["GET /api/checkouts"]),
  items: LARGEST_PAGE,
}

/** The busiest hour of Black Friday, as times the mean of a day. */
export const PEAK = 5
const PEAK_HOUR = 20
/** The day that is measured; the days before fill the ledger with what is pending. */
export const BLACK_FRIDAY = 7 * DAY_MINUTES
export const PEAK_BEGINS = BLACK_FRIDAY + PEAK_HOUR * 60
export const PEAK_ENDS = PEAK_BEGINS + 60

/** How busy a minute is, as times the mean: few at night, most in the afternoon. */
export function busyness(minute: number): number {
  if (minute >= PEAK_BEGINS && minute < PEAK_ENDS) {
    return PEAK
  }
  const hour = (minute % DAY_MINUTES) / 60
  return 1 - 0.8 * Math.cos(((hour - 2) / 24) * 2 * Math.PI)
}

/** What the busiest hour and a year need of the machines; `mean` orders a minute. */
export function machines(mean: number, refunded: number) {
  const orders = (mean * PEAK) / 60
  const callbacks = (orders * (ASSUMED.paid + ASSUMED.cancelled)) / ASSUMED.paid
  const duplicates = callbacks * ASSUMED.duplicates
  const offers = orders * ASSUMED.offersAnOrder
  const storeCores =
    (orders * MEASURED.storeMs) / 1_000 +
    offers / MEASURED.offersASecond +
    duplicates / MEASURED.duplicatesASecond
  // One more for the jobs, and never fewer than two: one is updated.
  const processes = Math.max(1, Math.ceil(storeCores / ASSUMED.busy)) + 1
  const checkouts = (mean * DAY_MINUTES * 365) / ASSUMED.paid
  const { checkoutBytes, sessionBytes, callbackBytes, refundBytes } = MEASURED
  const rows = {
    checkouts: checkouts * 2,
    callbacks: checkouts * (ASSUMED.paid + ASSUMED.cancelled),
    refunds: checkouts * ASSUMED.paid * refunded,
  }
  return {
    callbacks: callbacks + duplicates,
    offers,
    storeCores,
    processes,
    postgresCores: (orders * MEASURED.postgresMs) / 1_000,
    connections: processes * ASSUMED.pool,
    redisCores: (orders * MEASURED.redisMs) / 1_000,
    rows: rows.checkouts + rows.callbacks + rows.refunds,
    bytes:
      checkouts * (checkoutBytes + sessionBytes) +
      rows.callbacks * callbackBytes +
      rows.refunds * refundBytes,
  }
}
