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
  const kinds = async () =>
    (await store.ledger.attention.read()).map(({ kind }) => kind)
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

  it("a payment of the store whose database was copied is neither asked for, placed nor returned in the copy, which says whose it is, also one that calls itself a sandbox", async () => {
    const { reference, cartId } = await paidAtTheOther()
    // In the copy the cart is gone, so the money would go back.
    await store.db("cart").where({ id: cartId }).update({ deleted_at: "now" })
    const asked = () =>
      store.sandbox.journal.counts["GET /api/checkouts/:id"] ?? 0
    const before = asked()
    for (const environment of ["production", "sandbox"] as const) {
      store.ledger.options.environment = environment
      await runs()
      expect(asked()).toBe(before)
      expect(await store.row(reference)).toMatchObject({ outcome: "open" })
      expect(await store.orders()).toEqual([])
      expect(atService()).toEqual([])
      expect(await alerts()).toMatchObject([
        { count: 1, text: expect.stringContaining(real) },
      ])
      expect(await kinds()).not.toContain("reconcile-behind")
    }
  })

  it("nor is it settled there by hand, or by the shopper who completes the cart", async () => {
    const { reference, cartId, sessionId } = await paidAtTheOther()
    await store.passTime(MINUTE)
    await store.get(`/store/instalments/payment-sessions/${sessionId}`)
    expect(await store.row(reference)).toMatchObject({ status: "successful" })
    const { data: answer } = await store.post(`/store/carts/${cartId}/complete`)
    expect(answer.type).toBe("cart")
    await store.passTime(HOUR)
    const path = `/admin/instalments/checkouts/${reference}/check`
    const { status, data } = await store.adminPost(path)
    expect(status).toBe(409)
    expect(data.message).toContain("furtherBackendUrls")
    expect(await store.orders()).toEqual([])
  })

  it("a refund of that store is neither made nor sent by the copy", async () => {
    const { payment, order } = await store.buy()
    expect((await refund(payment, 100)).status).toBe(200)
    await store.runJob("refunds")
    copied()
    const before = await readTotals(store, order.id)
    const { status, data } = await refund(payment, 50)
    expect(status).toBe(400)
    expect(data.message).toContain(COPY)
    expect(await readTotals(store, order.id)).toEqual(before)
    await tomorrowMorning(store)
    await runs()
    expect(atService()).toEqual([])
    const [row] = await requests()
    expect(await requests()).toMatchObject([
      { status: "scheduled" },
      { status: "refused" },
    ])
    expect(await alerts()).toMatchObject([
      { count: 1, text: expect.stringContaining("1 unsent refund") },
    ])
    const now = { maxWaitMs: 0, urgency: "on_demand" as const }
    await expect(store.ledger.sending.send(row!, now)).rejects.toThrow(COPY)
  })

  it("nor is it followed by the copy, which tells nobody of its end and looks for no doubt in its own account", async () => {
    const { payment } = await boughtYesterday(store)
    await refund(payment, 100)
    store.sandbox.fault({
      ...{ path: "/api/refunds", method: "POST" },
      ...{ kind: "lost_answer", times: 1 },
    })
    await refund(payment, 100)
    const { baseUrl } = store.ledger.options
    const account = await startSandbox(secrets)
    store.ledger.options.baseUrl = account.url
    copied()
    const emit = jest.spyOn(store.ledger.events, "emit")
    for (let day = 0; day < 3; day++) {
      await runs()
      await store.passTime(24 * HOUR)
    }
    expect(emit).not.toHaveBeenCalled()
    expect(account.journal.counts["GET /api/refunds"]).toBeGreaterThan(1)
    expect(await requests()).toMatchObject([
      { status: "requested" },
      { status: "in_doubt", held_reason: null, check_count: 0 },
    ])
    store.ledger.options.baseUrl = baseUrl
    await account.close()
  })

  it("what the copy's own shoppers pay is placed there, and in the sandbox, where addresses change every day, all is", async () => {
    copied()
    await paidAtTheOther()
    await runs()
    expect(await store.orders()).toHaveLength(1)
    store.ledger.options.environment = "sandbox"
    store.ledger.options.backendUrl = real
    await paidAtTheOther()
    await runs()
    expect(await store.orders()).toHaveLength(2)
    expect(await alerts()).toEqual([])
  })

  it("a store that has moved places and refunds what was paid under its former address, once it names it", async () => {
    const { payment } = await boughtYesterday(store)
    const { reference } = await paidAtTheOther()
    moved()
    await runs()
    expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
    expect(await alerts()).toEqual([])
    expect((await refund(payment, 100)).status).toBe(200)
    await store.runJob("refunds")
    expect(atService()).toEqual([10_000])
  })

  it("it places that also before it names the address, when the callback reaches it, though the shopper's return has told of the payment before", async () => {
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
    expect(await store.row(reference)).toMatchObject({
      outcome: "placed",
      notify_url: `${COPY}/hooks/instalments`,
    })
  })
})
