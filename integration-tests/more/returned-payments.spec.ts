import { MINUTE, tomorrowMorning } from "../harness/calendar"
import { refundActions } from "../harness/refund-actions"
import { withStore } from "../harness/with-store"

const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const PAID = 139_955
const ROOT = "/admin/instalments"

/** Money without an order that goes back, by this store or by the service's support. */
withStore((store) => {
  const actions = refundActions(store)
  const { requests, runs, fail, alerts, told, sendings, atService } = actions
  const sum = () => atService().reduce((all, cents) => all + cents, 0)
  const listed = async () =>
    (await store.adminGet(`${ROOT}/unmatched-refunds`)).data
      .unmatched_refunds as { refund_request_id: string }[]
  const book = (id: string, reference: string) =>
    store.adminPost(`${ROOT}/unmatched-refunds/${id}/book`, { reference })
  const act = (reference: string, deed: "settle" | "refund" | "check") =>
    store.adminPost(`${ROOT}/checkouts/${reference}/${deed}`)
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

  it("is returned once support's refund is booked, nothing is sent for it, and it becomes no order any more", async () => {
    const { reference, sessionId, refundId, putRight } = await heldAndRefunded()
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
    const { data: shopper } = await store.get(
      `/store/instalments/payment-sessions/${sessionId}`
    )
    expect(shopper.payment).toMatchObject({ refund: { status: "complete" } })
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
  })

  describe("a return that failed", () => {
    /** Money for a cart that had grown; the service took its return and failed it. */
    async function returnFailed() {
      store.sandbox.set({ callbacks: { mode: "never" } })
      const { reference, cartId } = await store.beginCheckout()
      await store.sandbox.pay(reference)
      const more = { variant_id: store.shop.variantId, quantity: 1 }
      const added = await store.post(`/store/carts/${cartId}/line-items`, more)
      await store.deliver({
        ...{ client_reference_id: reference, status: "successful" },
        number_of_payments: 3,
      })
      await tomorrowMorning(store)
      await store.runJob("refunds")
      await fail()
      expect(await store.row(reference)).toMatchObject({ outcome: "held" })
      const [line] = added.data.cart.items as { id: string; quantity: number }[]
      return { reference, cartId, line: line!, failed: (await requests())[0]! }
    }
    const acted = async (reference: string, deed: "settle" | "check") => {
      const { status, data } = await act(reference, deed)
      expect([deed, status, data.message]).toEqual([deed, 200, undefined])
    }
    const first = async () => (await requests())[0]!
    /** The service has returned it after all, and is asked. */
    async function isComplete(reference: string) {
      const { refund_request_id } = await first()
      const known = store.sandbox.refundRequests.get(refund_request_id!)!
      known.status = "complete"
      await acted(reference, "check")
    }
    it("and is complete after the order was placed is held for a person", async () => {
      const { reference, cartId, line } = await returnFailed()
      await store.post(`/store/carts/${cartId}/line-items/${line.id}`, {
        quantity: line.quantity - 1,
      })
      await acted(reference, "settle")
      expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
      expect(await told()).not.toContain("now says complete")
      await isComplete(reference)
      expect(await first()).toMatchObject({
        status: "complete",
        held_reason: expect.stringContaining("the order was placed after"),
      })
      expect(await told()).toContain("the shopper has the order and the money")
    })
  })

  /** The service says another amount of the first refund that it was sent. */
  const saysAs = async (cents: number) => {
    const [made] = store.sandbox.refundRequests.values()
    made!.amount = cents
    await runs()
  }

  describe("a return of which the service makes another amount", () => {
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

    it("leaves the payment held with the rest, which a person returns, and no shopper reads that all is back", async () => {
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
      expect(sum()).toBe(PAID)
      expect(await kinds()).toEqual(["returned", "held-refund"])
    })

    it("leaves it held also when the service says so later, until it is put right", async () => {
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
