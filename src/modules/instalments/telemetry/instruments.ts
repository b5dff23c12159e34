import {
  metrics,
  ValueType,
  type Meter,
  type MeterProvider,
} from "@medusajs/framework/opentelemetry/api"

/** The name that the plugin's metrics and spans carry as their scope. */
export const SCOPE = "medusa-payment-instalments"

/** From a callback's tenth of a second to a settlement that took days. */
const SETTLE_SECONDS = [
  0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600, 21_600, 86_400,
]
/** From the limit by the second to the one by the hour. */
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
 * The plugin's instruments at whatever meter provider is registered now;
 * without one they do nothing. An instrument never moves to a provider that is
 * registered after it was made, so they are made anew then.
 */
export function instruments() {
  const provider = metrics.getMeterProvider()
  if (built?.provider !== provider) {
    built = { provider, instruments: build(provider.getMeter(SCOPE)) }
  }
  return built.instruments
}
