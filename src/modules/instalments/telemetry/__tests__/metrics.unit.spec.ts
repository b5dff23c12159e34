import { metrics } from "@medusajs/framework/opentelemetry/api"
import { metrics as sdk } from "@medusajs/framework/opentelemetry/sdk-node"
import {
  countCallback,
  countRefundRequest,
  measureLimitWait,
  measureSettled,
} from "../metrics"

const { InMemoryMetricExporter, MeterProvider, PeriodicExportingMetricReader } =
  sdk

/** What is measured while `work` runs, by instrument. */
async function measured(work: () => void) {
  const exporter = new InMemoryMetricExporter(
    sdk.AggregationTemporality.CUMULATIVE
  )
  const reader = new PeriodicExportingMetricReader({ exporter })
  const provider = new MeterProvider({ readers: [reader] })
  metrics.setGlobalMeterProvider(provider)
  work()
  await provider.forceFlush()
  metrics.disable()
  await provider.shutdown()
  const found = exporter
    .getMetrics()
    .flatMap(({ scopeMetrics }) => scopeMetrics)
    .flatMap(({ metrics }) => metrics)
  return new Map(
    found.map(({ descriptor, dataPoints }) => [
      descriptor.name,
      { unit: descriptor.unit, points: dataPoints.map(point) },
    ])
  )
}

const point = ({ attributes, value }: sdk.DataPoint<unknown>) => ({
  ...attributes,
  value: (value as { sum?: number }).sum ?? value,
})

describe("where a meter provider is registered", () => {
  it("counts callbacks by result", async () => {
    const found = await measured(() => {
      countCallback("settle")
      countCallback("settle")
      countCallback("unverified")
    })
    expect(found.get("instalments.callbacks")).toEqual({
      unit: "{callback}",
      points: [
        { result: "settle", value: 2 },
        { result: "unverified", value: 1 },
      ],
    })
  })

  it("measures in seconds how long a payment took to be settled", async () => {
    const found = await measured(() => {
      const paid_at = new Date(1_000)
      measureSettled({ outcome: "placed", paid_at }, 3_500)
      measureSettled({ outcome: "open", paid_at }, 9_000)
    })
    expect(found.get("instalments.settle.duration")).toEqual({
      unit: "s",
      points: [{ outcome: "placed", value: 2.5 }],
    })
  })

  it("counts a refund request when it comes into another status", async () => {
    const found = await measured(() => {
      countRefundRequest(null, { status: "scheduled", reason: "merchant" })
      const pending = { status: "pending", reason: "merchant" } as const
      countRefundRequest({ status: "requested" }, pending)
      countRefundRequest(pending, pending)
    })
    expect(found.get("instalments.refund_requests")).toEqual({
      unit: "{refund_request}",
      points: [
        { status: "scheduled", reason: "merchant", value: 1 },
        { status: "pending", reason: "merchant", value: 1 },
      ],
    })
  })

  it("measures in seconds what a used-up limit makes a request wait", async () => {
    const found = await measured(() =>
      measureLimitWait("POST /api/refunds", 1_000, "own_count")
    )
    expect(found.get("instalments.limit.wait")).toEqual({
      unit: "s",
      points: [
        { endpoint: "POST /api/refunds", limited_by: "own_count", value: 1 },
      ],
    })
  })

  it("counts at a provider that is registered later than the first count", async () => {
    countCallback("settle")
    const found = await measured(() => countCallback("held"))
    expect(found.get("instalments.callbacks")?.points).toEqual([
      { result: "held", value: 1 },
    ])
  })
})

it("does nothing where no meter provider is registered", () => {
  expect(() => countCallback("settle")).not.toThrow()
})
