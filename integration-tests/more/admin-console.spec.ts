import { withStore } from "../harness/with-store"

const root = "/admin/instalments"

withStore((store) => {
  it("the status shows only facts that were checked, and no secret", async () => {
    await store.buy()
    await store.runJob("reconcile")
    const { status, data } = await store.adminGet(`${root}/status`)
    expect(status).toBe(200)
    expect(data.status).toMatchObject({
      environment: "sandbox",
      config: {
        bands: [{ terms: [3] }, { terms: [3, 6, 12] }],
        fetched_at: expect.any(String),
      },
      backlog: { pending: 0, due: 0, settling: 0, refunds: {} },
      last_callback: { verified: { count: 1 }, unverified: { count: 0 } },
      last_sweep: expect.any(String),
      locking: { provider: "in-memory", shared: false, expires: true },
      regions: [{ currency_code: "zar", enabled: true }],
    })
    const limit = data.status.budgets.find(
      ({ endpoint }: { endpoint: string }) => endpoint === "GET /api/config"
    )
    expect(limit).toMatchObject({
      requests: 5,
      window_seconds: 3600,
      used: 1,
    })
    const state = Object.fromEntries(
      data.status.checks.map((check: { name: string; state: string }) => [
        check.name,
        check.state,
      ])
    )
    expect(state).toMatchObject({
      region: "ok",
      callbacks: "ok",
      "callback-address": "warning",
      jobs: "unknown",
      config: "ok",
    })
    const text = JSON.stringify(data)
    expect(text).not.toContain("sandbox-client-secret")
    expect(text).not.toContain("sandbox-signing-secret")
  })

  it("refreshes the config within a merchant's share of the limit, and the status says when the credentials are refused", async () => {
    const refresh = () => store.adminPost(`${root}/config/refresh`)
    const first = await refresh()
    expect(first.status).toBe(200)
    expect(first.data.config).toMatchObject({ age_seconds: 0 })
    const { options } = store.ledger
    const { clientSecret } = options
    options.clientSecret = ["another-client-secret"]
    const refused = await refresh()
    options.clientSecret = clientSecret
    expect(refused.status).toBe(502)
    expect(refused.data.message).toContain("client secret")
    const { data } = await store.adminGet(`${root}/status`)
    expect(data.status).toMatchObject({
      state: "error",
      credentials: { state: "refused" },
    })
    const last = await refresh()
    expect(last.status).toBe(429)
    expect(last.data.retry_after).toBeGreaterThan(3_000)
    expect(store.sandbox.journal.counts["GET /api/config"]).toBe(3)
  })

  it("the overview sums a day's money by outcome, terms and waiting times, in cents of the store's currency, for the days it is asked for", async () => {
    const overview = async (query = "") =>
      (await store.adminGet(`${root}/overview${query}`)).data.overview
    const { reference, payment } = await store.buy()
    const left = await store.beginCheckout()
    await store.sandbox.cancel(left.reference)
    await store.adminPost(`/admin/payments/${payment.id}/refund`, {
      amount: 99.99,
    })
    const sums = await overview()
    expect(sums.days).toHaveLength(30)
    expect(sums.days.at(-1)).toMatchObject({
      day: sums.to,
      placed: { count: 1, amount: 139955 },
      returned: { count: 0, amount: 0 },
      held: { count: 0, amount: 0 },
      cancelled: 1,
      abandoned: 0,
    })
    expect(sums.terms).toEqual([
      { number_of_payments: 3, count: 1, amount: 139955 },
    ])
    expect(sums.refunds_outstanding).toMatchObject([{ amount: 9999 }])
    expect(sums.refunds_outstanding_total).toEqual({ count: 1, amount: 9999 })
    expect(sums.callback_to_order.count).toBe(1)
    expect(sums.callback_to_order.median_seconds).toBeGreaterThan(0)
    const paid = { id: reference, paid_amount: 120000 }
    await store.ledger.updateCheckouts(paid)
    expect((await overview()).terms).toMatchObject([{ amount: 120000 }])
    // Another currency, which the options had before, counts for nothing.
    const former = { currency: "NAD" }
    await store.ledger.updateCheckouts({ id: reference, ...former })
    await store.db("instalments_refund_request").update(former)
    const none = await overview()
    expect(none).toMatchObject({
      ...{ currency: "ZAR", terms: [], refunds_outstanding: [] },
      refunds_outstanding_total: { count: 0, amount: 0 },
      callback_to_order: { count: 0 },
    })
    expect(none.days.at(-1).placed).toEqual({ count: 0, amount: 0 })
    const { days } = await overview("?from=2024-02-28&to=2024-03-01")
    expect(days.map(({ day }: { day: string }) => day)).toEqual([
      ...["2024-02-28", "2024-02-29", "2024-03-01"],
    ])
    for (const query of [
      "from=2024-02-31",
      "from=2024-03-02&to=2024-03-01",
      "from=2010-01-01&to=2024-03-01",
    ]) {
      const { status } = await store.adminGet(`${root}/overview?${query}`)
      expect([query, status]).toEqual([query, 400])
    }
  })
})
