import { withStore } from "../harness/with-store"

const HOUR_MS = 3_600_000
const root = "/admin/instalments"

withStore((store) => {
  const openItems = async () =>
    (await store.adminGet(`${root}/attention`)).data.attention as {
      key: string
      count: number
      actions: { name: string; path: string }[]
    }[]
  const wrongSignature = () =>
    store.deliver({ client_reference_id: "x", status: "successful" }, {})

  it("requires a session", async () => {
    for (const path of ["/status", "/overview", "/attention"]) {
      expect((await store.get(`${root}${path}`)).status).toBe(401)
    }
    for (const path of ["/config/refresh", "/attention/x/resolve"]) {
      expect((await store.post(`${root}${path}`)).status).toBe(401)
    }
  })

  describe("attention", () => {
    it("shows wrong signatures once, counted, and again when one comes after it was resolved", async () => {
      expect(await openItems()).toEqual([])
      await wrongSignature()
      await wrongSignature()
      const [item, ...others] = await openItems()
      expect(others).toEqual([])
      expect(item).toMatchObject({ key: "unverified-callbacks", count: 2 })
      const [resolve] = item!.actions
      const first = await store.adminPost(resolve!.path, { note: "A scanner" })
      expect(first.status).toBe(200)
      expect(first.data.attention).toMatchObject({
        actions: [],
        resolution: { note: "A scanner", action: "resolve" },
      })
      const second = await store.adminPost(resolve!.path, { note: "Other" })
      expect(second.data.attention.resolution.note).toBe("A scanner")
      expect(await openItems()).toEqual([])
      await wrongSignature()
      expect(await openItems()).toMatchObject([{ count: 1 }])
    })

    it("requires a note on what was done with a held payment", async () => {
      store.ledger.options.unplacedPayments = "hold"
      const { reference, cartId } = await store.beginCheckout()
      await store.post(`/store/carts/${cartId}/line-items`, {
        variant_id: store.shop.variantId,
        quantity: 1,
      })
      await store.sandbox.pay(reference)
      store.ledger.options.unplacedPayments = "refund"
      const [item] = await openItems()
      expect(item).toMatchObject({
        key: `held-payment:${reference}`,
        amount: 139955,
        actions: [{ name: "settle" }, { name: "refund" }, { name: "resolve" }],
      })
      const path = item!.actions[2]!.path
      const silent = await store.adminPost(path)
      expect(silent.status).toBe(400)
      expect(silent.data.message).toContain("what was done")
      const odd = await store.adminPost(path, { note: 5 })
      expect(odd.status).toBe(400)
      await store.adminPost(path, { note: "Paid back at the till" })
      expect(await openItems()).toEqual([])
      const { data } = await store.adminGet(`${root}/attention`)
      expect(data.resolved).toMatchObject([
        { reference, resolution: { note: "Paid back at the till" } },
      ])
    })

    it("removes the item of an old config when it was read again, by the job or by hand", async () => {
      await store.passTime(4 * HOUR_MS)
      const [item] = await openItems()
      expect(item).toMatchObject({
        key: "config-old",
        actions: [{ name: "refresh", path: `${root}/config/refresh` }],
      })
      const resolve = `${root}/attention/config-old/resolve`
      expect((await store.adminPost(resolve)).status).toBe(409)
      await store.adminPost(`${root}/config/refresh`)
      expect(await openItems()).toEqual([])
      expect((await store.adminPost(resolve)).status).toBe(404)
    })

    it("shows that checkouts wait too long for a check, until they were checked", async () => {
      await store.beginCheckout()
      await store.passTime(2 * HOUR_MS)
      expect((await openItems()).map(({ key }) => key)).toEqual([
        "reconcile-behind",
      ])
      await store.runJob("reconcile")
      expect(await openItems()).toEqual([])
    })

    it("checks waiting checkouts at once on request, and notes who asked", async () => {
      await store.beginCheckout()
      await store.passTime(2 * HOUR_MS)
      const [item] = await openItems()
      const [check] = item!.actions
      const { status, data } = await store.adminPost(check!.path)
      expect(status).toBe(200)
      expect(data.backlog).toMatchObject({ pending: 1, due: 0 })
      const after = await store.adminGet(`${root}/attention`)
      expect(after.data.attention).toEqual([])
      expect(after.data.resolved).toMatchObject([
        { key: "reconcile-behind", resolution: { action: "check" } },
      ])
    })

    it("says when it can check, while the service's limits are used up", async () => {
      await store.beginCheckout()
      await store.passTime(2 * HOUR_MS)
      const { client } = store.ledger
      await client.listCheckouts({ number: 1, items: 1 })
      for (let asked = 0; asked < 2; asked++) {
        await client.fetchCheckout("unknown", "background").catch(() => null)
      }
      const { status, data } = await store.adminPost(`${root}/reconcile`)
      expect(status).toBe(429)
      expect(data.retry_after).toBeGreaterThan(20)
      expect(await openItems()).toMatchObject([{ key: "reconcile-behind" }])
    })

    it("shows a verified callback that belongs to no checkout", async () => {
      await store.deliver({
        client_reference_id: "another-environment",
        status: "successful",
      })
      const [item] = await openItems()
      expect(item!.key).toMatch(/^held-callback:/)
      await store.adminPost(item!.actions[0]!.path)
      expect(await openItems()).toEqual([])
    })
  })

  describe("status", () => {
    it("shows only facts that were checked, and no secret", async () => {
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

    it("says that the credentials are refused once the service has said so", async () => {
      const { options } = store.ledger
      const { clientSecret } = options
      options.clientSecret = ["another-client-secret"]
      const refused = await store.adminPost(`${root}/config/refresh`)
      options.clientSecret = clientSecret
      expect(refused.status).toBe(502)
      expect(refused.data.message).toContain("client secret")
      const { data } = await store.adminGet(`${root}/status`)
      expect(data.status).toMatchObject({
        state: "error",
        credentials: { state: "refused" },
      })
    })
  })

  it("refreshes the config within a merchant's share of the limit, and says when it may again", async () => {
    const answers = []
    for (let i = 0; i < 3; i++) {
      answers.push(await store.adminPost(`${root}/config/refresh`))
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
    expect(answers[0]!.data.config).toMatchObject({ age_seconds: 0 })
    expect(answers[2]!.data.retry_after).toBeGreaterThan(3_000)
    expect(store.sandbox.journal.counts["GET /api/config"]).toBe(3)
  })

  describe("overview", () => {
    it("sums a day's money by outcome, terms and waiting times in cents", async () => {
      const { payment } = await store.buy()
      const left = await store.beginCheckout()
      await store.sandbox.cancel(left.reference)
      await store.adminPost(`/admin/payments/${payment.id}/refund`, {
        amount: 99.99,
      })
      const { status, data } = await store.adminGet(`${root}/overview`)
      expect(status).toBe(200)
      const { overview } = data
      expect(overview.days).toHaveLength(30)
      expect(overview.days.at(-1)).toMatchObject({
        day: overview.to,
        placed: { count: 1, amount: 139955 },
        returned: { count: 0, amount: 0 },
        held: { count: 0, amount: 0 },
        cancelled: 1,
        abandoned: 0,
      })
      expect(overview.terms).toEqual([
        { number_of_payments: 3, count: 1, amount: 139955 },
      ])
      expect(overview.refunds_outstanding).toMatchObject([{ amount: 9999 }])
      expect(overview.refunds_outstanding_total).toEqual({
        count: 1,
        amount: 9999,
      })
      expect(overview.callback_to_order.count).toBe(1)
      expect(overview.callback_to_order.median_seconds).toBeGreaterThan(0)
    })

    it("sums what was paid where that is not what was asked for", async () => {
      const { reference } = await store.buy()
      const paid = { id: reference, paid_amount: 120000 }
      await store.ledger.updateCheckouts(paid)
      const { data } = await store.adminGet(`${root}/overview`)
      const { days, terms } = data.overview
      expect(days.at(-1).placed).toEqual({ count: 1, amount: 120000 })
      expect(terms).toMatchObject([{ count: 1, amount: 120000 }])
    })

    it("counts nothing of another currency, which the options had before", async () => {
      const { reference, payment } = await store.buy()
      await store.adminPost(`/admin/payments/${payment.id}/refund`, {
        amount: 10,
      })
      const former = { currency: "NAD" }
      await store.ledger.updateCheckouts({ id: reference, ...former })
      await store.db("instalments_refund_request").update(former)
      const { data } = await store.adminGet(`${root}/overview`)
      const { days, terms, ...others } = data.overview
      expect(days.at(-1).placed).toEqual({ count: 0, amount: 0 })
      expect(terms).toEqual([])
      expect(others).toMatchObject({
        currency: "ZAR",
        refunds_outstanding: [],
        refunds_outstanding_total: { count: 0, amount: 0 },
        callback_to_order: { count: 0 },
      })
    })

    it("gives every day of the period it is asked for, and refuses others in words", async () => {
      const { data } = await store.adminGet(
        `${root}/overview?from=2024-02-28&to=2024-03-01`
      )
      expect(data.overview.days.map(({ day }: { day: string }) => day)).toEqual(
        ["2024-02-28", "2024-02-29", "2024-03-01"]
      )
      for (const query of [
        "from=yesterday",
        "from=2024-02-31",
        "from=2024-03-02&to=2024-03-01",
        "from=2010-01-01&to=2024-03-01",
        "until=2024-03-01",
      ]) {
        const { status } = await store.adminGet(`${root}/overview?${query}`)
        expect([query, status]).toEqual([query, 400])
      }
    })
  })
})
