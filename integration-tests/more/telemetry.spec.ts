import { registerOtel } from "@medusajs/medusa"
import {
  metrics as sdkMetrics,
  tracing,
} from "@medusajs/framework/opentelemetry/sdk-node"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { tomorrowMorning } from "../harness/calendar"
import { withStore } from "../harness/with-store"

const { AggregationTemporality, InMemoryMetricExporter } = sdkMetrics
const { PeriodicExportingMetricReader } = sdkMetrics

const spans = new tracing.InMemorySpanExporter()
const figures = new InMemoryMetricExporter(AggregationTemporality.DELTA)
const reader = new PeriodicExportingMetricReader({ exporter: figures })

withStore((store) => {
  let otel: ReturnType<typeof registerOtel>

  // As a store's instrumentation.ts does; see docs/operations.md.
  beforeAll(() => {
    otel = registerOtel({
      serviceName: "shop",
      exporter: spans,
      metricReaders: [reader],
    })
  })
  afterAll(() => otel.shutdown())

  beforeEach(async () => {
    await reader.forceFlush()
    figures.reset()
    spans.reset()
  })

  /** What was measured in this test, by instrument. */
  async function measured(name: string) {
    await reader.forceFlush()
    return figures
      .getMetrics()
      .flatMap(({ scopeMetrics }) => scopeMetrics)
      .flatMap(({ metrics }) => metrics)
      .filter(({ descriptor }) => descriptor.name === name)
      .flatMap(
        ({ dataPoints }) => dataPoints as sdkMetrics.DataPoint<unknown>[]
      )
      .map(({ attributes, value }) => ({ ...attributes, value }))
  }

  const spansNamed = (name: string) =>
    spans.getFinishedSpans().filter((span) => span.name === name)

  it("shows a purchase from its callback to its order", async () => {
    const { reference } = await store.buy()
    expect(await measured("instalments.callbacks")).toEqual([
      { result: "settle", value: 1 },
    ])
    const [callback] = spansNamed("instalments.callback")
    const [settle] = spansNamed("instalments.settle")
    const { checkout_id } = await store.row(reference)
    expect(callback!.attributes).toEqual({
      "instalments.reference": reference,
      "instalments.callback.result": "settle",
    })
    expect(settle!.attributes).toMatchObject({
      "instalments.reference": reference,
      "instalments.checkout_id": checkout_id,
    })
    expect(settle!.spanContext().traceId).toBe(callback!.spanContext().traceId)
  })

  it("shows a refund from its request to its end", async () => {
    const { reference, payment } = await store.buy()
    const asked = { amount: 100.5 }
    await store.adminPost(`/admin/payments/${payment.id}/refund`, asked)
    await tomorrowMorning(store)
    await store.runJob("refunds")
    for (const minutes of [2, 10]) {
      await store.passTime(minutes * 60_000)
      await store.runJob("refunds")
    }
    const row = (await store.ledger.listRefundRequests({}))[0]!
    expect(row.status).toBe("complete")
    expect(await measured("instalments.refund_requests")).toEqual(
      ["filed", "scheduled", "requested", "pending", "complete"].map(
        (status) => ({
          status,
          reason: "merchant",
          value: 1,
        })
      )
    )
    const [sending] = spansNamed("instalments.refund.send")
    expect(sending!.attributes).toMatchObject({
      "instalments.reference": reference,
      "instalments.refund": row.id,
      "instalments.refund_request_id": row.refund_request_id,
      "instalments.refund.status": "requested",
    })
    const [request] = spansNamed("POST /api/refunds")
    expect(request!.spanContext().traceId).toBe(sending!.spanContext().traceId)
    expect(spansNamed("instalments.job refunds")).toHaveLength(3)
  })

  it("shows an unverified callback, and no reference in the metrics", async () => {
    const { reference } = await store.beginCheckout()
    const paid = { client_reference_id: reference, status: "successful" }
    const wrong = { "x-signature": "d3Jvbmc=" }
    const answer = await store.deliver(JSON.stringify(paid), wrong)
    expect(answer.status).toBe(401)
    expect(await measured("instalments.callbacks")).toEqual([
      { result: "unverified", value: 1 },
    ])
    expect(JSON.stringify(figures.getMetrics())).not.toContain(reference)
  })

  it("names every reference in the log line of a held payment", async () => {
    store.ledger.options.unplacedPayments = "hold"
    store.sandbox.set({ callbacks: { mode: "never" } })
    const { cartId, reference } = await store.beginCheckout()
    await store.sandbox.pay(reference)
    const more = { variant_id: store.shop.variantId, quantity: 1 }
    await store.post(`/store/carts/${cartId}/line-items`, more)
    const logger = store.container.resolve(ContainerRegistrationKeys.LOGGER)
    const lines = jest.spyOn(logger, "error")
    await store.deliver({
      client_reference_id: reference,
      status: "successful",
    })
    store.ledger.options.unplacedPayments = "refund"
    const { checkout_id } = await store.row(reference)
    expect(lines.mock.calls.map(([line]) => String(line))).toEqual([
      expect.stringMatching(
        `^Instalment payment ${reference} is held: .*\\[reference=${reference} checkout_id=${checkout_id} cart_id=${cartId}\\]$`
      ),
    ])
    lines.mockRestore()
  })
})
