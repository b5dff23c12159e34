import { RESUBMIT_HOUR } from "../../src/modules/instalments/domain/refund-rules"
import { ENDPOINTS } from "../../src/modules/instalments/limits/endpoints"
import { ASSUMED, BLACK_FRIDAY, busyness, PEAK_BEGINS } from "./costs"

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY_MINUTES = 1_440

/** How refunds may be sent: so many in a window, answered after so long. */
export type Sending = {
  requests: number
  windowMs: number
  answerMs: number
  /** How many are on their way at the same time. */
  atOnce: number
}

/** As it is today: one claim at a time. */
export const SENDING: Sending = {
  ...ENDPOINTS["POST /api/refunds"],
  answerMs: ASSUMED.answerMs,
  atOnce: 1,
}

/**
 * When each refund is sent, for the moments (milliseconds) at which they are due,
 * in their order. A request counts until its window after its answer is over, which
 * is the latest moment at which the service may have counted it.
 */
export function sendingTimes(
  due: ArrayLike<number>,
  { requests, windowMs, answerMs, atOnce }: Sending
): Float64Array {
  const sent = new Float64Array(due.length)
  const free = (before: number, pause: number) =>
    before < 0 ? 0 : sent[before]! + answerMs + pause
  for (let nth = 0; nth < sent.length; nth++) {
    sent[nth] = Math.max(
      due[nth]!,
      free(nth - requests, windowMs + 1),
      free(nth - atOnce, 0)
    )
  }
  return sent
}

/** Which refunds there are: a share of the orders, and so many at once at peak. */
export type Asked = { share: number; recall?: number }

/**
 * When refunds are due on a Black Friday, in milliseconds of that day: they are
 * asked for when shoppers buy. Those of the purchase day wait for the next one, by
 * the service's rule; those of a recall come as the busiest hour begins.
 */
export function refundsDue(mean: number, { share, recall = 0 }: Asked) {
  const due: number[] = []
  let night = 0
  let sum = 0
  for (let minute = -DAY_MINUTES; minute < DAY_MINUTES; minute++) {
    const refunds = mean * share * busyness(BLACK_FRIDAY + minute)
    night += minute < 0 ? refunds * ASSUMED.sameDay : 0
    const before = Math.ceil(sum)
    sum += minute < 0 ? 0 : refunds * (1 - ASSUMED.sameDay)
    const count = Math.ceil(sum) - before
    for (let nth = 0; nth < count; nth++) {
      due.push((minute + nth / count) * MINUTE)
    }
  }
  const others = [
    ...Array<number>(Math.round(night)).fill(TEN),
    ...Array<number>(recall).fill(PEAK),
  ]
  return Float64Array.from(due.concat(others)).sort()
}

/** How long refunds waited, in minutes. */
export type Refunded = {
  /** Those that were asked for in the busiest hour. */
  p50: number
  p99: number
  longest: number
  /** Until those of the day before, due at ten in the morning, were all sent. */
  sinceTen: number
}

/** How long the refunds of a Black Friday wait. */
export function sendRefunds(due: Float64Array, sending: Sending): Refunded {
  const sent = sendingTimes(due, sending)
  const waited = (nth: number) => (sent[nth]! - due[nth]!) / MINUTE
  const from = due.findIndex((at) => at >= PEAK)
  const after = due.findIndex((at) => at >= PEAK + HOUR)
  const to = after < 0 ? due.length : after
  const waits = Float64Array.from({ length: to - from }, (_, nth) =>
    waited(from + nth)
  ).sort()
  const nightly = due.lastIndexOf(TEN)
  return {
    p50: waits[Math.floor(waits.length * 0.5)] ?? 0,
    p99: waits[Math.floor(waits.length * 0.99)] ?? 0,
    longest: waits.at(-1) ?? 0,
    sinceTen: nightly < 0 ? 0 : waited(nightly),
  }
}

const PEAK = (PEAK_BEGINS - BLACK_FRIDAY) * MINUTE
/** Those of the day before may be sent from then on. */
const TEN = RESUBMIT_HOUR * HOUR
