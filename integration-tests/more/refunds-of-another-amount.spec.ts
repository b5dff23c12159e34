import { MINUTE, boughtYesterday, tomorrowMorning } from "../harness/calendar"
import { refundActions } from "../harness/refund-actions"
import { withStore } from "../harness/with-store"

const ROOT = "/admin/instalments"
const DAY = 24 * 60 * MINUTE
/** What an order is of, in cents. */
const PAID = 139_955

/** Refunds that the service makes of another amount than it was asked for. */
withStore((store) => {
  const { refund, cancel, requests, runs, atService } = refundActions(store)
  const sent = () => atService().reduce((sum, cents) => sum + cents, 0)
  const alerts = async () =>
    (await store.ledger.attention.read()).filter(
      ({ kind, resolution }) => kind !== "config-old" && !resolution
    )

  /** Says so of the first refund that the service was sent. */
  const saysAs = async (cents: number) => {
    const [made] = store.sandbox.refundRequests.values()
    made!.amount = cents
    await runs()
  }
  /** Asks for a part of an order's payment, in major units. */
  async function refundedAs(cents: number, asked: number) {
    const bought = await boughtYesterday(store)
    await refund(bought.payment, asked)
    await saysAs(cents)
    expect(await requests()).toMatchObject([
      { status: "complete", amount: asked * 100, service_amount: cents },
    ])
    return bought
  }

  it("are told as what went back, and the merchant of the difference", async () => {
    const { reference } = await refundedAs(10_000, 1_000)
    expect(await alerts()).toMatchObject([
      { kind: "held-refund", text: expect.stringMatching(/100,00.*000,00/) },
    ])
    const month = new Date(store.ledger.now()).toISOString().slice(0, 7)
    const read = async (path: string) =>
      (await store.adminGet(`${ROOT}/${path}`)).data
    const { statement } = await read(`statement?month=${month}`)
    expect(statement).toMatchObject({
      refunded: { amount: 10_000 },
      closing: { under_way: 0 },
      differences: [{ amount: 10_000 - 100_000 }],
    })
    const { refund_requests } = await read("refund-requests")
    expect(refund_requests).toMatchObject([{ service_amount: 10_000 }])
    expect(await read("refund-requests/export")).toMatch(/,100\.00\r\n$/)
    const { checkout } = await read(`checkouts/${reference}`)
    const told = checkout.timeline.map(({ text }: { text: string }) => text)
    expect(told).toContainEqual(
      expect.stringMatching(/^R\s100,00 went back to the shopper/)
    )
  })

  it("are told of anew when the amount changes, and no more once it is put right", async () => {
    await refundedAs(99_000, 1_000)
    const [{ key } = { key: "" }] = await alerts()
    const { status } = await store.adminPost(
      `${ROOT}/attention/${encodeURIComponent(key)}/resolve`,
      { note: "Ten rand less, agreed." }
    )
    expect([status, await alerts()]).toEqual([200, []])
    await store.passTime(DAY)
    await saysAs(1_000)
    expect(await alerts()).toMatchObject([{ kind: "held-refund" }])
    await store.passTime(7 * DAY)
    await saysAs(100_000)
    expect(await requests()).toMatchObject([{ service_amount: null }])
    expect(await alerts()).toEqual([])
  })

  it("do not count as gone by what they lack: a later one is of what was asked for, and in doubt not sent again", async () => {
    const { payment } = await refundedAs(10_000, 1_000)
    store.sandbox.fault({
      ...{ path: "/api/refunds", method: "POST" },
      ...{ kind: "lost_answer", times: 1 },
    })
    await refund(payment, 300)
    await store.runJob("refunds")
    for (const minutes of [2, 2, 2, 12, 2]) {
      await store.db("instalments_request_limit").delete()
      store.sandbox.set({ limits: { enabled: false } })
      await store.passTime(minutes * MINUTE)
      await store.runJob("refunds")
    }
    expect(atService()).toEqual([10_000, 30_000])
  })

  it("leave of a cancelled order what the service still has, and that is returned", async () => {
    const { order } = await refundedAs(100_000, 100)
    expect((await cancel(order)).status).toBe(200)
    await runs()
    const failed = (await alerts()).find(({ kind }) => kind === "failed-refund")
    const path = `${ROOT}/refund-requests/${failed!.refund_request}/retry`
    expect((await store.adminPost(path)).status).toBe(200)
    await runs()
    expect(sent()).toBe(PAID)
    expect(await alerts()).toMatchObject([{ kind: "held-refund" }])
  })

  describe("of a payment without an order", () => {
    async function returned() {
      store.sandbox.set({ callbacks: { mode: "never" } })
      const checkout = await store.beginCheckout()
      await store.sandbox.pay(checkout.reference)
      const more = { variant_id: store.shop.variantId, quantity: 1 }
      await store.post(`/store/carts/${checkout.cartId}/line-items`, more)
      await store.deliver({
        ...{ client_reference_id: checkout.reference, status: "successful" },
        number_of_payments: 3,
      })
      await tomorrowMorning(store)
      await store.runJob("refunds")
      expect(atService()).toEqual([PAID])
      const kinds = async () => {
        const { outcome } = await store.row(checkout.reference)
        return [outcome, ...(await alerts()).map(({ kind }) => kind).sort()]
      }
      return { ...checkout, kinds }
    }

    it("have it held with what is left, which a person returns, and no shopper reads that all is back", async () => {
      const { reference, sessionId, kinds } = await returned()
      await saysAs(10_000)
      expect(await kinds()).toEqual(["held", "held-payment", "held-refund"])
      const told = await store.get(
        `/store/instalments/payment-sessions/${sessionId}`
      )
      expect(told.data.payment).toMatchObject({
        ...{ status: "unplaced", refund: null },
      })
      const path = `${ROOT}/checkouts/${reference}/refund`
      expect((await store.adminPost(path)).status).toBe(200)
      await runs()
      expect(sent()).toBe(PAID)
      expect(await kinds()).toEqual(["returned", "held-refund"])
    })

    it("have it held also when the service says so later, until it is put right", async () => {
      const { kinds } = await returned()
      await saysAs(PAID)
      expect(await kinds()).toEqual(["returned"])
      await store.passTime(DAY)
      await saysAs(10_000)
      expect(await kinds()).toEqual(["held", "held-payment", "held-refund"])
      await store.passTime(7 * DAY)
      await saysAs(PAID)
      expect(await kinds()).toEqual(["returned"])
    })
  })
})
