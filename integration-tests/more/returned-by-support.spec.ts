import { MINUTE, tomorrowMorning } from "../harness/calendar"
import { refundActions } from "../harness/refund-actions"
import { withStore } from "../harness/with-store"

const HOUR = 60 * MINUTE
const PAID = 139_955
const ROOT = "/admin/instalments"

/** A payment without an order, of which the service's support has refunded something. */
withStore((store) => {
  const { requests, runs, fail } = refundActions(store)
  const sendings = () => store.sandbox.journal.counts["POST /api/refunds"] ?? 0
  const listed = async () =>
    (await store.adminGet(`${ROOT}/unmatched-refunds`)).data
      .unmatched_refunds as { refund_request_id: string }[]
  const book = (id: string, reference: string) =>
    store.adminPost(`${ROOT}/unmatched-refunds/${id}/book`, { reference })
  const act = (reference: string, deed: "settle" | "refund") =>
    store.adminPost(`${ROOT}/checkouts/${reference}/${deed}`)
  const alerts = async () =>
    (await store.ledger.attention.read()).filter(
      ({ kind, resolution }) => kind !== "config-old" && !resolution
    )
  const told = async () => (await alerts()).map(({ text }) => text).join(" ")
  const outstanding = async () =>
    (await store.adminGet(`${ROOT}/statement`)).data.statement.closing

  afterEach(() => {
    store.ledger.options.unplacedPayments = "refund"
  })

  /** Paid yesterday for a cart that had grown, so that no order took it. */
  async function held() {
    store.ledger.options.unplacedPayments = "hold"
    store.sandbox.set({
      ...{ callbacks: { mode: "never" } },
      refunds: { approveAfterMs: 1_000 * HOUR },
    })
    const { reference, cartId, sessionId } = await store.beginCheckout()
    await store.sandbox.pay(reference)
    const more = { variant_id: store.shop.variantId, quantity: 1 }
    const { data } = await store.post(`/store/carts/${cartId}/line-items`, more)
    await store.deliver({
      ...{ client_reference_id: reference, status: "successful" },
      number_of_payments: 3,
    })
    await tomorrowMorning(store)
    expect(await alerts()).toMatchObject([{ kind: "held-payment" }])
    const [line] = data.cart.items as { id: string; quantity: number }[]
    /** The cart is again as it was paid for. */
    const putRight = () =>
      store.post(`/store/carts/${cartId}/line-items/${line!.id}`, {
        quantity: line!.quantity - 1,
      })
    return { reference, sessionId, putRight }
  }

  /** Support refunds that much, and the job reads the list. */
  async function heldAndRefunded(cents = PAID) {
    const payment = await held()
    const { id } = await store.sandbox.refund(payment.reference, cents)
    await store.passTime(HOUR)
    await store.runJob("refunds")
    return { ...payment, refundId: id }
  }

  it("is returned once that is booked, and nothing is sent for it", async () => {
    const { reference, sessionId, refundId } = await heldAndRefunded()
    const { status, data } = await book(refundId, reference)
    expect([status, data.message]).toEqual([201, undefined])
    expect(await store.row(reference)).toMatchObject({ outcome: "returned" })
    expect(await alerts()).toEqual([])
    expect(await listed()).toEqual([])
    expect(await store.ledger.attention.resolved()).toMatchObject([
      { key: `held-payment:${reference}`, action: "book" },
    ])
    await store.sandbox.completeRefund(refundId)
    await runs()
    expect(await requests()).toMatchObject([
      {
        ...{ status: "complete", reason: "unplaced", sent_at: null },
        ...{ refund_request_id: refundId, refund_id: null, amount: PAID },
      },
    ])
    expect(sendings()).toBe(0)
    expect(await outstanding()).toEqual({ unplaced: 0, under_way: 0 })
    const { data: shopper } = await store.get(
      `/store/instalments/payment-sessions/${sessionId}`
    )
    expect(shopper.payment).toMatchObject({ refund: { status: "complete" } })
  })

  it("is complete at once when the service says so", async () => {
    const { reference, refundId } = await heldAndRefunded()
    await store.sandbox.completeRefund(refundId)
    const { data } = await book(refundId, reference)
    expect(data.refund_request).toMatchObject({ status: "complete" })
    expect(await outstanding()).toEqual({ unplaced: 0, under_way: 0 })
  })

  it("becomes no order any more", async () => {
    const { reference, refundId, putRight } = await heldAndRefunded()
    await book(refundId, reference)
    await putRight()
    expect((await act(reference, "settle")).status).toBe(409)
    expect(await store.orders()).toEqual([])
  })

  it("is booked or placed when two people do both at once", async () => {
    const { reference, refundId, putRight } = await heldAndRefunded()
    await putRight()
    await Promise.all([
      book(refundId, reference),
      act(reference, "settle"),
      book(refundId, reference),
    ])
    const { outcome } = await store.row(reference)
    expect([
      outcome,
      (await store.orders()).length,
      (await requests()).length,
    ]).toEqual(outcome === "placed" ? ["placed", 1, 0] : ["returned", 0, 1])
  })

  it("stays held with the rest when it was a part, and the rest can be returned", async () => {
    const { reference, refundId } = await heldAndRefunded(40_000)
    expect((await book(refundId, reference)).status).toBe(201)
    expect(await store.row(reference)).toMatchObject({ outcome: "held" })
    const [alert] = await alerts()
    expect(alert).toMatchObject({ actions: ["refund", "resolve"] })
    expect(alert!.text).toMatch(/R\s400,00 of it .+ the rest, R\s999,55\./)
    expect(alert!.text).not.toContain("place the order")
    const { status, data } = await act(reference, "refund")
    expect([status, data.message]).toEqual([200, undefined])
    expect(await store.row(reference)).toMatchObject({ outcome: "returned" })
    expect((await requests()).map(({ amount }) => amount)).toEqual([
      40_000, 99_955,
    ])
    expect(await alerts()).toEqual([])
  })

  it("is held again when that refund fails, and can be returned", async () => {
    const { reference, refundId } = await heldAndRefunded()
    await book(refundId, reference)
    await fail()
    expect(await alerts()).toMatchObject([{ kind: "held-payment", reference }])
    expect((await act(reference, "refund")).status).toBe(200)
    expect((await requests()).map(({ status }) => status)).toEqual([
      "failed",
      "requested",
    ])
  })

  it("takes no refund of more than is left, and none twice", async () => {
    const { reference, refundId } = await heldAndRefunded()
    const other = store.sandbox.refundRequests.get(refundId)!
    other.amount = PAID + 1
    const tooMuch = await book(refundId, reference)
    expect([tooMuch.status, tooMuch.data.message]).toEqual([
      409,
      expect.stringMatching(/At most|not of/),
    ])
    expect(await store.row(reference)).toMatchObject({ outcome: "held" })
    other.amount = PAID
    expect((await book(refundId, reference)).status).toBe(201)
    const twice = await book(refundId, reference)
    expect([twice.status, twice.data.message]).toEqual([
      409,
      expect.stringContaining("here already"),
    ])
    expect(await requests()).toHaveLength(1)
  })

  describe("its alert", () => {
    it("names a refund of just its amount, and what to ask before the order is placed", async () => {
      const { reference, refundId, putRight } = await heldAndRefunded()
      const [alert] = await alerts()
      expect(alert!.text).toContain(refundId)
      expect(alert!.text).toContain("Only if it has not, place the order")
      expect(alert!.text).not.toContain("The money has arrived")
      // It may as well be another system's.
      await putRight()
      expect((await act(reference, "settle")).status).toBe(200)
      expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
    })

    it("names none of another amount, and none that was seen before the payment", async () => {
      const { reference } = await store.buy()
      await tomorrowMorning(store)
      const { id: before } = await store.sandbox.refund(reference, PAID)
      await store.passTime(HOUR)
      await store.runJob("refunds")
      const { refundId: smaller } = await heldAndRefunded(40_000)
      expect(await listed()).toMatchObject([
        { refund_request_id: smaller },
        { refund_request_id: before },
      ])
      expect(await told()).toContain("The money has arrived")
    })

    it("names none that has failed", async () => {
      const { refundId } = await heldAndRefunded()
      expect(await told()).toContain(refundId)
      await store.sandbox.failRefund(refundId)
      await runs()
      expect(await told()).toContain("The money has arrived")
    })

    it("forbids to place the order when the service has refused to return the money too", async () => {
      const { reference, refundId, putRight } = await heldAndRefunded()
      expect((await act(reference, "refund")).status).toBe(200)
      await runs()
      const [alert] = await alerts()
      expect(alert).toMatchObject({ actions: ["refund", "resolve"] })
      expect(alert!.text).toContain(refundId)
      expect(alert!.text).not.toContain("place the order")
      await putRight()
      const page = await store.adminGet(`${ROOT}/checkouts/${reference}`)
      expect(
        page.data.checkout.actions.map(({ name }: { name: string }) => name)
      ).toEqual(["refund", "check"])
      const { status, data } = await act(reference, "settle")
      expect([status, data.message]).toEqual([409, alert!.text])
      expect(await store.orders()).toEqual([])
      expect((await book(refundId, reference)).status).toBe(201)
      expect(await store.row(reference)).toMatchObject({ outcome: "returned" })
      expect(await alerts()).toEqual([])
    })

    it("lets the order be placed once a person has noted that the refund is another system's", async () => {
      const { reference, putRight } = await heldAndRefunded()
      await act(reference, "refund")
      await runs()
      const [alert] = await alerts()
      const key = encodeURIComponent(alert!.key)
      const note = { note: "Support says that it is the till's." }
      await store.adminPost(`${ROOT}/attention/${key}/resolve`, note)
      await putRight()
      expect((await act(reference, "settle")).status).toBe(200)
      expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
    })

    it("does not call the money arrived when the service has refused to return it as more than is left", async () => {
      const { reference } = await held()
      const { id } = await store.sandbox.refund(reference, 40_000)
      expect((await act(reference, "refund")).status).toBe(200)
      expect(await told()).toContain("may have refunded it already")
      expect(await told()).not.toContain("The money has arrived")
      await store.passTime(HOUR)
      await store.runJob("refunds")
      await book(id, reference)
      expect(await told()).toMatch(/return the rest, R\s999,55\./)
    })
  })
})
