import { boughtYesterday, tomorrowMorning } from "../harness/calendar"
import { withStore } from "../harness/with-store"

withStore((store) => {
  const create = { method: "POST", path: "/api/checkouts" }

  describe("tells the shopper that instalments are not available now, and works again after, when the service", () => {
    it.each([
      ["is down", { kind: "down" as const }],
      ["answers 500", { kind: "error" as const }],
      ["is given up by a proxy (408)", { kind: "error" as const, status: 408 }],
      ["truncates its answer", { kind: "truncated" as const }],
      ["answers another type", { kind: "wrong_types" as const }],
      ["loses its answer", { kind: "lost_answer" as const }],
      ["is too slow", { kind: "slow" as const, ms: 12_000 }],
    ])("%s", async (_, fault) => {
      store.sandbox.fault({ ...create, ...fault, times: 1 })
      await expect(store.beginCheckout()).rejects.toMatchObject({
        response: {
          data: { message: expect.stringContaining("not available right now") },
        },
      })
      const [row] = await store.ledger.listCheckouts({})
      expect(row).toMatchObject({ status: null, outcome: "open" })
      const { reference } = await store.beginCheckout()
      expect(reference).not.toBe(row!.id)
      await store.sandbox.pay(reference)
      expect(await store.orders()).toHaveLength(1)
    })
  })

  it("sends no second creation before the seconds of a 429 are over", async () => {
    store.sandbox.fault({
      ...create,
      kind: "rate_limit",
      seconds: 30,
      times: 1,
    })
    await expect(store.beginCheckout()).rejects.toBeTruthy()
    await expect(store.beginCheckout()).rejects.toBeTruthy()
    expect(store.sandbox.journal.counts["POST /api/checkouts"]).toBe(1)
  })

  it("still takes the payment of a checkout whose creation's answer was lost", async () => {
    store.sandbox.fault({ ...create, kind: "lost_answer", times: 1 })
    await expect(store.beginCheckout()).rejects.toBeTruthy()
    const [row] = await store.ledger.listCheckouts({})
    await store.sandbox.pay(row!.id)
    expect(await store.row(row!.id)).toMatchObject({ outcome: "placed" })
    expect(await store.orders()).toHaveLength(1)
  })

  it("does not take a proxy's 408 for the refusal of a refund, which may have been made", async () => {
    const { payment } = await boughtYesterday(store)
    const fault = { kind: "error" as const, status: 408 }
    store.sandbox.fault({ method: "POST", path: "/api/refunds", ...fault })
    const path = `/admin/payments/${payment.id}/refund`
    expect((await store.adminPost(path, { amount: 100.5 })).status).toBe(200)
    const [request] = await store.ledger.listRefundRequests({})
    expect(request).toMatchObject({ status: "in_doubt", undone_at: null })
  })

  it("answers from the last known config while the service is away", async () => {
    store.sandbox.fault({ path: "/api/config", kind: "down" })
    await store.passTime(2 * 3_600_000)
    await store.runJob("config")
    const { reference } = await store.beginCheckout()
    expect(await store.row(reference)).toMatchObject({ status: "received" })
  })

  it("reads the config once an hour and never more than five times", async () => {
    const asked = () => store.sandbox.journal.counts["GET /api/config"]
    await store.runJob("config")
    expect(asked()).toBe(1)
    await store.passTime(3_600_000)
    await store.runJob("config")
    expect(asked()).toBe(2)
    for (const urgency of ["background", "on_demand", "shopper"] as const) {
      for (let i = 0; i < 10; i++) {
        await store.ledger.config.refresh(urgency).catch(() => null)
      }
    }
    // The first of them was made in the hour before.
    expect(asked()).toBe(1 + 5)
  })

  it("waits for the order on the return page when the callback is lost", async () => {
    const { reference, sessionId } = await store.beginCheckout()
    store.sandbox.set({ callbacks: { mode: "never" } })
    await store.sandbox.pay(reference)
    const status = async () => {
      const path = `/store/instalments/payment-sessions/${sessionId}`
      return (await store.get(path)).data.payment
    }
    expect(await status()).toMatchObject({ status: "pending", order_id: null })
    await store.passTime(20_000)
    const [order] = [await status(), ...(await store.orders())].slice(1)
    expect(await status()).toMatchObject({
      status: "paid",
      order_id: (order as { id: string }).id,
    })
  })

  it("places the order of a payment whose currency the service spells in lower case", async () => {
    const { reference } = await store.beginCheckout()
    store.sandbox.set({ callbacks: { mode: "never" } })
    const { checkout_id } = await store.row(reference)
    store.sandbox.checkouts.get(checkout_id!)!.currency = "zar"
    await store.sandbox.pay(reference)
    await store.passTime(3_600_000)
    await store.runJob("reconcile")
    expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
  })

  describe("a payment whose amount at the service is not the ledger's", () => {
    const paidOther = async (amount: number) => {
      const { reference } = await store.beginCheckout()
      store.sandbox.set({ callbacks: { mode: "never" } })
      const { checkout_id } = await store.row(reference)
      store.sandbox.checkouts.get(checkout_id!)!.amount = amount
      await store.sandbox.pay(reference)
      await store.passTime(3_600_000)
      await store.runJob("reconcile")
      return reference
    }
    const returned = async (reference: string) => {
      const path = `/admin/instalments/checkouts/${reference}/refund`
      expect((await store.adminPost(path)).status).toBe(200)
      await tomorrowMorning(store)
      await store.runJob("refunds")
      const asked = [...store.sandbox.refundRequests.values()]
      expect(await store.row(reference)).toMatchObject({ outcome: "returned" })
      return asked.map(({ amount }) => amount)
    }

    it("is held", async () => {
      const reference = await paidOther(139_954)
      expect(await store.row(reference)).toMatchObject({
        outcome: "held",
        held_reason: expect.stringMatching(/R\s1\s399,54/),
      })
      expect(await store.orders()).toEqual([])
    })

    it.each([
      ["less", 139_954],
      ["more", 150_000],
    ])("goes back as the service holds it when it is %s", async (_, amount) => {
      const reference = await paidOther(amount)
      expect(await returned(reference)).toEqual([amount])
      expect(await store.ledger.attention.read(reference)).toEqual([])
    })

    it("is returned in full when an earlier version held it, after a check", async () => {
      const reference = await paidOther(139_954)
      await store
        .db("instalments_checkout")
        .where({ id: reference })
        .update({ paid_amount: null })
      await store.passTime(3_600_000)
      const path = `/admin/instalments/checkouts/${reference}/check`
      expect((await store.adminPost(path)).status).toBe(200)
      expect(await returned(reference)).toEqual([139_954])
    })
  })

  it("never lets a secret into session data, answers, the ledger or the order", async () => {
    store.sandbox.fault({
      ...create,
      kind: "error",
      status: 400,
      times: 1,
    })
    await store.beginCheckout().catch(() => null)
    const { sessionId, cartId } = await store.buy()
    const answers = [
      await store.get(`/store/instalments/payment-sessions/${sessionId}`),
      await store.get(`/store/carts/${cartId}`),
      await store.adminGet(
        "/admin/orders?fields=*payment_collections.payments"
      ),
    ].map(({ data }) => data)
    const rows = [
      await store.ledger.listCheckouts({}),
      await store.ledger.listCallbacks({}),
      await store.ledger.listRequestLimits({}),
    ]
    const all = JSON.stringify([answers, rows])
    expect(all).not.toContain("sandbox-client-secret")
    expect(all).not.toContain("sandbox-signing-secret")
  })
})
