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
      currency: "ZAR",
      config: {
        bands: [{ terms: [3] }, { terms: [3, 6, 12] }],
        fetched_at: expect.any(String),
      },
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
    expect(first.data.config).toMatchObject({ bands: [{}, {}] })
    const { options } = store.ledger
    const { clientSecret } = options
    options.clientSecret = ["another-client-secret"]
    const refused = await refresh()
    options.clientSecret = clientSecret
    expect(refused.status).toBe(502)
    expect(refused.data.message).toContain("client secret")
    const { data } = await store.adminGet(`${root}/status`)
    expect(data.status.state).toBe("error")
    expect(data.status.checks).toContainEqual(
      expect.objectContaining({ name: "credentials", state: "error" })
    )
    const last = await refresh()
    expect(last.status).toBe(429)
    expect(last.data.retry_after).toBeGreaterThan(3_000)
    expect(store.sandbox.journal.counts["GET /api/config"]).toBe(3)
  })

  it("the overview sums a day's money by outcome and the refunds under way by age, in cents of the store's currency, for the days it is asked for", async () => {
    const overview = async (query = "") =>
      (await store.adminGet(`${root}/overview${query}`)).data.overview
    const { reference, payment } = await store.buy()
    await store.adminPost(`/admin/payments/${payment.id}/refund`, {
      amount: 99.99,
    })
    const nothing = { count: 0, amount: 0 }
    const sums = await overview()
    expect(sums.environment).toBe("sandbox")
    expect(sums.days).toHaveLength(30)
    expect(sums.days.at(-1)).toMatchObject({
      placed: { count: 1, amount: 139955 },
      ...{ returned: nothing, held: nothing, open: nothing },
    })
    expect(sums.refunds_under_way).toEqual([
      { count: 1, amount: 9999 },
      ...[nothing, nothing, nothing, nothing],
    ])
    await store
      .db("instalments_refund_request")
      .update({ filed_at: new Date(Date.now() - 8 * 86_400_000) })
    expect((await overview()).refunds_under_way[3].count).toBe(1)
    const paid = { id: reference, paid_amount: 120000 }
    await store.ledger.updateCheckouts(paid)
    expect((await overview()).days.at(-1).placed.amount).toBe(120000)
    // Another currency, which the options had before, counts for nothing.
    const former = { currency: "NAD" }
    await store.ledger.updateCheckouts({ id: reference, ...former })
    await store.db("instalments_refund_request").update(former)
    const none = await overview("?days=2")
    expect(none.currency).toBe("ZAR")
    expect(none.refunds_under_way).toEqual(Array(5).fill(nothing))
    expect(none.days).toHaveLength(2)
    expect(none.days.at(-1).placed).toEqual(nothing)
    for (const query of ["days=0", "days=801", "days=x", "from=2024-02-28"]) {
      const { status } = await store.adminGet(`${root}/overview?${query}`)
      expect([query, status]).toEqual([query, 400])
    }
  })
})
