import { startSandbox } from "../../src/sandbox"
import { boughtYesterday, MINUTE, tomorrowMorning } from "../harness/calendar"
import { readTotals } from "../harness/read-totals"
import { refundActions } from "../harness/refund-actions"
import { secrets, withStore } from "../harness/with-store"

const COPY = "https://staging.shop.example"
const HOUR = 60 * MINUTE

/** Staging has a copy of the database, and the keys of production. */
withStore((store) => {
  const { atService, refund, requests } = refundActions(store)
  let real: string

  beforeEach(() => {
    store.ledger.options.environment = "production"
    real = store.ledger.options.backendUrl
  })
  afterEach(() => {
    store.ledger.options.environment = "sandbox"
    store.ledger.options.furtherBackendUrls = []
  })

  /** From here on the store is the copy. */
  const copied = () => {
    store.ledger.options.backendUrl = COPY
  }
  /** Or it has moved, and says so. */
  const moved = () => {
    copied()
    store.ledger.options.furtherBackendUrls = [real]
  }
  const runs = async () => {
    for (let hour = 0; hour < 3; hour++) {
      await store.passTime(HOUR + MINUTE)
      await store.runJob("reconcile")
      await store.runJob("refunds")
    }
  }
  const alerts = async () =>
    (await store.ledger.attention.read()).filter(
      ({ kind }) => kind === "other-stores"
    )

  /** Paid on the real store's page, whose callback the copy does not get. */
  async function paidAtTheOther() {
    const checkout = await store.beginCheckout()
    copied()
    store.sandbox.set({ callbacks: { mode: "never" } })
    await store.sandbox.pay(checkout.reference, { numberOfPayments: 3 })
    return checkout
  }

  describe("a payment of the store whose database was copied", () => {
    it("is neither placed nor returned in the copy, which says whose it is", async () => {
      const { reference, cartId } = await paidAtTheOther()
      // In the copy the cart is gone, so the money would go back.
      await store.db("cart").where({ id: cartId }).update({ deleted_at: "now" })
      await runs()
      expect(await store.row(reference)).toMatchObject({ outcome: "open" })
      expect(await store.orders()).toEqual([])
      expect(atService()).toEqual([])
      expect(await alerts()).toMatchObject([
        { count: 1, text: expect.stringContaining(real) },
      ])
    })

    it("is not asked for at the service by the copy's jobs, and is not called late", async () => {
      await paidAtTheOther()
      const { counts } = store.sandbox.journal
      const before = counts["GET /api/checkouts/:id"] ?? 0
      await runs()
      expect(counts["GET /api/checkouts/:id"] ?? 0).toBe(before)
      const kinds = (await store.ledger.attention.read()).map(
        ({ kind }) => kind
      )
      expect(kinds).not.toContain("reconcile-behind")
    })

    it("is not settled by hand in the copy either, and the words say what to do", async () => {
      const { reference } = await paidAtTheOther()
      const path = `/admin/instalments/checkouts/${reference}/check`
      await store.passTime(HOUR)
      const { status, data } = await store.adminPost(path)
      expect(status).toBe(409)
      expect(data.message).toContain("furtherBackendUrls")
      expect(await store.orders()).toEqual([])
    })

    it("is not refunded by the copy, whose books stay as they were", async () => {
      const { payment, order } = await boughtYesterday(store)
      copied()
      const before = await readTotals(store, order.id)
      const { status, data } = await refund(payment, 100)
      expect(status).toBe(400)
      expect(data.message).toContain(COPY)
      expect(await readTotals(store, order.id)).toEqual(before)
      expect(await requests()).toMatchObject([{ status: "refused" }])
    })

    it("has a refund that waits for tomorrow: the copy does not send it", async () => {
      const { payment } = await store.buy()
      await refund(payment, 100)
      copied()
      await tomorrowMorning(store)
      await runs()
      expect(atService()).toEqual([])
      expect(await requests()).toMatchObject([{ status: "scheduled" }])
      expect(await alerts()).toMatchObject([
        { count: 1, text: expect.stringContaining("1 unsent refund") },
      ])
      const [row] = await requests()
      const now = { maxWaitMs: 0, urgency: "on_demand" as const }
      await expect(store.ledger.sending.send(row!, now)).rejects.toThrow(COPY)
    })
  })

  describe("a refund of the store whose database was copied", () => {
    it("is not in doubt in the copy, however old that is: it is the other store's", async () => {
      const { payment } = await store.buy()
      await refund(payment, 100)
      await store.runJob("refunds")
      copied()
      await tomorrowMorning(store)
      await store.db.raw(
        "update instalments_job_run set alive_at = alive_at - interval '8 hours'"
      )
      await runs()
      expect(await requests()).toMatchObject([{ status: "scheduled" }])
    })

    it("is not looked for in the list of the copy's own account, where it is not", async () => {
      const { payment } = await boughtYesterday(store)
      store.sandbox.fault({
        ...{ path: "/api/refunds", method: "POST" },
        ...{ kind: "lost_answer", times: 1 },
      })
      await refund(payment, 100)
      const { baseUrl } = store.ledger.options
      const account = await startSandbox(secrets)
      store.ledger.options.baseUrl = account.url
      copied()
      await runs()
      expect(account.journal.counts["GET /api/refunds"]).toBeGreaterThan(1)
      expect(await requests()).toMatchObject([
        { status: "in_doubt", held_reason: null, looks: 0 },
      ])
      store.ledger.options.baseUrl = baseUrl
      await account.close()
    })

    it("is not followed by the copy, which tells nobody of its end", async () => {
      const { payment } = await boughtYesterday(store)
      await refund(payment, 100)
      expect(await requests()).toMatchObject([{ status: "requested" }])
      copied()
      const emit = jest.spyOn(store.ledger.events, "emit")
      for (let day = 0; day < 3; day++) {
        await runs()
        await store.passTime(24 * HOUR)
      }
      expect(emit).not.toHaveBeenCalled()
      expect(await requests()).toMatchObject([{ status: "requested" }])
    })
  })

  it("a cart that is completed in the copy takes no payment of the real store's", async () => {
    const { reference, cartId, sessionId } = await paidAtTheOther()
    await store.passTime(MINUTE)
    await store.get(`/store/instalments/payment-sessions/${sessionId}`)
    expect(await store.row(reference)).toMatchObject({ status: "successful" })
    const { data } = await store.post(`/store/carts/${cartId}/complete`)
    expect(data.type).toBe("cart")
    expect(await store.orders()).toEqual([])
  })

  it("what the copy's own shoppers pay is placed there", async () => {
    copied()
    await paidAtTheOther()
    await runs()
    expect(await store.orders()).toHaveLength(1)
    expect(await alerts()).toEqual([])
  })

  describe("a store that has moved to another address", () => {
    it("places what was paid on its former pages, once it names the address", async () => {
      const { reference } = await paidAtTheOther()
      moved()
      await runs()
      expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
      expect(await alerts()).toEqual([])
    })

    it("places it also before that, when the callback reaches it: so the address is its own", async () => {
      const { reference } = await store.beginCheckout()
      copied()
      await store.sandbox.pay(reference, { numberOfPayments: 3 })
      expect(await store.row(reference)).toMatchObject({
        outcome: "placed",
        notify_url: `${COPY}/hooks/instalments`,
      })
    })

    it("places it when the callback comes after the shopper's return has told of the payment", async () => {
      const { reference, sessionId } = await paidAtTheOther()
      await store.passTime(MINUTE)
      const page = `/store/instalments/payment-sessions/${sessionId}`
      expect((await store.get(page)).data.payment).toMatchObject({
        ...{ status: "pending", order_id: null },
      })
      expect(await store.row(reference)).toMatchObject({
        ...{ status: "successful", outcome: "open" },
      })
      store.sandbox.set({ callbacks: { mode: "normal" } })
      await store.deliver({
        client_reference_id: reference,
        ...{ status: "successful", number_of_payments: 3 },
      })
      expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
    })

    it("refunds what was bought under its former address, once it names it", async () => {
      const { payment } = await boughtYesterday(store)
      moved()
      expect((await refund(payment, 100)).status).toBe(200)
      await store.runJob("refunds")
      expect(atService()).toEqual([10_000])
    })
  })

  it("is no less a copy when it calls itself a sandbox", async () => {
    const { reference } = await paidAtTheOther()
    store.ledger.options.environment = "sandbox"
    await runs()
    expect(await store.row(reference)).toMatchObject({ outcome: "open" })
    expect(await alerts()).toHaveLength(1)
  })

  it("in the sandbox addresses change every day, and nothing is held up", async () => {
    store.ledger.options.environment = "sandbox"
    const { reference } = await paidAtTheOther()
    await runs()
    expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
    expect(await alerts()).toEqual([])
  })
})
