import {
  metrics,
  ValueType,
  type Meter,
  type MeterProvider,
} from "@medusajs/framework/opentelemetry/api"
import type { CheckoutRow, RefundRequestRow } from "../ledger/rows"
import type { Endpoint } from "../limits/endpoints"

/** The name that the plugin's metrics and spans carry as their scope. */
export const SCOPE = "medusa-payment-instalments"

/** From a tenth of a second (a callback) to days. */
const SETTLE_SECONDS = [
  0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600, 21_600, 86_400,
]
/** From the limit per second to the limit per hour. */
const WAIT_SECONDS = [0.1, 0.5, 1, 5, 15, 30, 60, 300, 900, 3_600]

const build = (meter: Meter) => ({
  callbacks: meter.createCounter("instalments.callbacks", {
    description: "Callbacks received, by what became of them",
    unit: "{callback}",
    valueType: ValueType.INT,
  }),
  settleDuration: meter.createHistogram("instalments.settle.duration", {
    description: "From knowing of a payment to its order, its return or a hold",
    unit: "s",
    advice: { explicitBucketBoundaries: SETTLE_SECONDS },
  }),
  refundRequests: meter.createCounter("instalments.refund_requests", {
    description: "Refund requests that came into a status",
    unit: "{refund_request}",
    valueType: ValueType.INT,
  }),
  limitWait: meter.createHistogram("instalments.limit.wait", {
    description: "How long a request must wait that found a limit used up",
    unit: "s",
    advice: { explicitBucketBoundaries: WAIT_SECONDS },
  }),
})

let built:
  { provider: MeterProvider; instruments: ReturnType<typeof build> } | undefined

/**
 * The plugin's instruments at the meter provider that is registered now;
 * without one they do nothing. An instrument does not move to a provider that
 * is registered later, so new ones are made then.
 */
export function instruments() {
  const provider = metrics.getMeterProvider()
  if (built?.provider !== provider) {
    built = { provider, instruments: build(provider.getMeter(SCOPE)) }
  }
  return built.instruments
}

/**
 * What became of a callback: `settle`, `confirm` and `cancelled` are what the
 * plugin did next; `duplicate`: the payment was settled before; `nothing_new`:
 * it said what was known; `held`: it is kept for a person; `unverified`:
 * answered 401; `unverified_confirmed`: not verified, but the service confirmed
 * the payment; `unrecorded`: answered 503, so the service sends it again.
 */
export type CallbackResult =
  | "settle"
  | "confirm"
  | "cancelled"
  | "duplicate"
  | "nothing_new"
  | "held"
  | "unverified"
  | "unverified_confirmed"
  | "unrecorded"

/**
 * Counts a callback. Metrics have no references: there would be too many
 * values.
 */
export function countCallback(result: CallbackResult): void {
  instruments().callbacks.add(1, { result })
}

/** Measures how long a payment was known before it was placed, returned or held. */
export function measureSettled(
  { outcome, paid_at }: Pick<CheckoutRow, "outcome" | "paid_at">,
  now: number
): void {
  if (outcome !== "open" && paid_at) {
    const seconds = Math.max(0, now - paid_at.getTime()) / 1_000
    instruments().settleDuration.record(seconds, { outcome })
  }
}

/** Counts a refund request that is new or has changed its status. */
export function countRefundRequest(
  before: Pick<RefundRequestRow, "status"> | null,
  { status, reason }: Pick<RefundRequestRow, "status" | "reason">
): void {
  if (before?.status !== status) {
    instruments().refundRequests.add(1, { status, reason })
  }
}

/**
 * Measures how long a request must wait for a limit: by the plugin's own count,
 * which sends nothing, or because the service answered 429.
 */
export function measureLimitWait(
  endpoint: Endpoint,
  ms: number,
  limited_by: "own_count" | "service"
): void {
  instruments().limitWait.record(ms / 1_000, { endpoint, limited_by })
}
