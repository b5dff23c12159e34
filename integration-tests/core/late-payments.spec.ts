import { createCartCreditLinesWorkflow } from "@medusajs/medusa/core-flows"
import { Modules } from "@medusajs/framework/utils"
import { ShopSettings } from "../harness/shop-settings"
import { tomorrowMorning } from "../harness/calendar"
import { withStore } from "../harness/with-store"

withStore((store) => {
  const shop = () => new ShopSettings(store)
  const requests = () => store.ledger.listRefundRequests({})
  /** Adds another mug to the cart, which changes its total. */
  const oneMore = (cartId: string) =>
    store.post(`/store/carts/${cartId}/line-items`, {
      variant_id: store.shop.variantId,
      quantity: 1,
    })
  /** Long enough for every attempt to settle. */
  const allAttempts = async () => {
    for (let run = 0; run < 14; run++) {
      await store.passTime(16 * 60_000)
      await store.runJob("reconcile")
    }
  }

  describe("a payment for which no order can be placed is returned in full when", () => {
    const afterwards = async (reference: string) => {
      await allAttempts()
      expect(await store.row(reference)).toMatchObject({ outcome: "returned" })
      expect(await requests()).toMatchObject([
        { amount: 139_955, reason: "unplaced", status: "scheduled" },
      ])
      await tomorrowMorning(store)
      await store.runJob("refunds")
      expect(
        [...store.sandbox.refundRequests.values()].map(({ amount }) => amount)
      ).toEqual([139_955])
    }

    it("the cart's total has changed", async () => {
      const { cartId, reference } = await store.beginCheckout()
      await oneMore(cartId)
      await store.sandbox.pay(reference)
      await afterwards(reference)
      expect(await store.orders()).toEqual([])
    })

    it("the shopper is told by when, and later that it was paid back", async () => {
      const { cartId, reference, sessionId } = await store.beginCheckout()
      const refund = async () => {
        const path = `/store/instalments/payment-sessions/${sessionId}`
        return (await store.get(path)).data.payment.refund
      }
      await oneMore(cartId)
      await store.sandbox.pay(reference)
      const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/)
      expect(await refund()).toEqual({ status: "scheduled", expected_on: day })
      await tomorrowMorning(store)
      await store.runJob("refunds")
      expect(await refund()).toEqual({ status: "requested", expected_on: day })
      await store.passTime(24 * 60 * 60_000)
      await store.runJob("refunds")
      expect(await refund()).toEqual({ status: "complete", expected_on: day })
    })

    it("the cart is gone", async () => {
      const { cartId, reference } = await store.beginCheckout()
      await store.container.resolve(Modules.CART).deleteCarts([cartId])
      await store.sandbox.pay(reference)
      await afterwards(reference)
    })

    // When core's completion fails in parallel steps, it may leave its lock on
    // the cart for two minutes.
    it("the stock is gone", async () => {
      const { reference } = await store.beginCheckout()
      await shop().stock(0)
      await store.sandbox.pay(reference)
      await afterwards(reference)
      expect(await store.orders()).toEqual([])
    }, 240_000)

    it("the cart became an order that was paid in another way", async () => {
      const { cartId, reference } = await store.beginCheckout()
      const { data } = await store.post("/store/payment-collections", {
        cart_id: cartId,
      })
      await store.post(
        `/store/payment-collections/${data.payment_collection.id}/payment-sessions`,
        { provider_id: "pp_system_default" }
      )
      const done = await store.post(`/store/carts/${cartId}/complete`)
      expect(done.data.type).toBe("order")
      await store.sandbox.pay(reference)
      await afterwards(reference)
      expect(await store.orders()).toHaveLength(1)
    })

    it("the cart became an order that cost nothing", async () => {
      const { cartId, reference } = await store.beginCheckout()
      await createCartCreditLinesWorkflow(store.container).run({
        input: [
          {
            ...{ cart_id: cartId, amount: 1_399.55 },
            ...{ reference: "gift", reference_id: "gift_1", metadata: null },
          },
        ],
      })
      const done = await store.post(`/store/carts/${cartId}/complete`)
      expect(done.data).toMatchObject({ type: "order", order: { total: 0 } })
      await store.sandbox.pay(reference)
      await afterwards(reference)
      expect(await store.orders()).toMatchObject([{ id: done.data.order.id }])
    })

    it("another checkout of the same cart was paid as well", async () => {
      const first = await store.beginCheckout()
      // After this time the same payable state gets a new checkout.
      await store.passTime(25 * 60_000)
      const { data } = await store.post("/store/payment-collections", {
        cart_id: first.cartId,
      })
      const again = await store.post(
        `/store/payment-collections/${data.payment_collection.id}/payment-sessions`,
        { provider_id: "pp_instalments_instalments" }
      )
      const [session] = again.data.payment_collection.payment_sessions
      const second: string = session.data.reference
      expect(second).not.toBe(first.reference)
      await store.sandbox.pay(first.reference)
      await store.sandbox.pay(second)
      expect(await store.row(first.reference)).toMatchObject({
        outcome: "placed",
      })
      await afterwards(second)
      expect(await store.orders()).toHaveLength(1)
    })
  })

  describe("a refusal to place the order", () => {
    const refused = async () => {
      const { reference } = await store.beginCheckout()
      await shop().deliver(false)
      await store.sandbox.pay(reference)
      return reference
    }
    /** Runs the job for this many minutes. */
    const minutes = async (number: number) => {
      for (let run = 0; run < number; run++) {
        await store.passTime(60_000)
        await store.runJob("reconcile")
      }
    }

    it("is not final at once: after a temporary failure the order is placed", async () => {
      const reference = await refused()
      await minutes(1)
      expect(await store.row(reference)).toMatchObject({ outcome: "open" })
      await shop().deliver(true)
      await minutes(1)
      expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
      expect(await requests()).toEqual([])
    })

    it("is final within minutes when it repeats", async () => {
      const reference = await refused()
      await minutes(2)
      expect(await store.row(reference)).toMatchObject({
        outcome: "returned",
        settle_attempts: 3,
      })
    })

    it("counts one attempt for many callbacks", async () => {
      store.sandbox.set({ callbacks: { mode: "duplicate", count: 20 } })
      const reference = await refused()
      expect(await store.row(reference)).toMatchObject({
        outcome: "open",
        settle_attempts: 1,
      })
    })
  })

  it("places the order of a payment after a cancellation in another tab", async () => {
    const { reference } = await store.beginCheckout()
    await store.sandbox.cancel(reference)
    await store.sandbox.pay(reference, { force: true })
    expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
    expect(await store.orders()).toHaveLength(1)
  })

  it.each([
    ["region has no instalments", () => shop().accept(["pp_system_default"])],
    ["shipping option is gone", () => shop().deliver(false)],
  ])("ends a payment whose %s exactly once", async (_, change) => {
    const { reference } = await store.beginCheckout()
    await change()
    await store.sandbox.pay(reference)
    await allAttempts()
    const { outcome } = await store.row(reference)
    const orders = await store.orders()
    const refunds = await requests()
    expect([outcome, orders.length, refunds.length]).toEqual(
      outcome === "placed" ? ["placed", 1, 0] : ["returned", 0, 1]
    )
  })

  describe("in a store with unplacedPayments hold", () => {
    const heldPayment = async () => {
      const { options } = store.ledger
      options.unplacedPayments = "hold"
      const checkout = await store.beginCheckout()
      const { data } = await oneMore(checkout.cartId)
      await store.sandbox.pay(checkout.reference)
      options.unplacedPayments = "refund"
      return { ...checkout, lineId: String(data.cart.items[0].id) }
    }
    const url = (reference: string) =>
      `/admin/instalments/checkouts/${reference}`

    it("the payment is held, and the shopper is told", async () => {
      const { reference, sessionId } = await heldPayment()
      expect(await store.row(reference)).toMatchObject({
        outcome: "held",
        held_reason: expect.stringContaining("now totals"),
      })
      expect(await requests()).toEqual([])
      const { data } = await store.get(
        `/store/instalments/payment-sessions/${sessionId}`
      )
      expect(data.payment).toMatchObject({
        status: "unplaced",
        order_id: null,
        refund: null,
      })
    })

    it("its order is placed by hand once that is possible", async () => {
      const { reference, cartId, lineId } = await heldPayment()
      await store.adminPost(`${url(reference)}/settle`)
      expect(await store.row(reference)).toMatchObject({ outcome: "held" })
      await store.post(`/store/carts/${cartId}/line-items/${lineId}`, {
        quantity: 3,
      })
      const answer = await store.adminPost(`${url(reference)}/settle`)
      expect(answer.status).toBe(200)
      expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
      expect(await store.orders()).toHaveLength(1)
    })

    it("its money is returned by hand, and held again when that fails", async () => {
      const { reference } = await heldPayment()
      const answer = await store.adminPost(`${url(reference)}/refund`)
      expect(answer.status).toBe(200)
      expect(await store.row(reference)).toMatchObject({ outcome: "returned" })
      await tomorrowMorning(store)
      await store.runJob("refunds")
      const [refund] = store.sandbox.refundRequests.values()
      await store.sandbox.failRefund(refund!.id)
      await store.passTime(60 * 60_000)
      await store.runJob("refunds")
      expect(await store.row(reference)).toMatchObject({
        outcome: "held",
        held_reason: expect.stringContaining("could not be returned"),
      })
    })

    it("it is held again although the process that learned of the failed refund was killed", async () => {
      const { reference } = await heldPayment()
      await store.adminPost(`${url(reference)}/refund`)
      await tomorrowMorning(store)
      const [request] = await requests()
      const { refunds, now } = store.ledger
      const at = new Date(now())
      const sent = await refunds.claimed(request!, at, "checkout_1")
      const answer = { event: "refused", last_error: "No." } as const
      await refunds.failedToSend(sent!, { ...answer, finished_at: at })
      await store.runJob("refunds")
      expect(await store.row(reference)).toMatchObject({
        outcome: "held",
        held_reason: expect.stringContaining("could not be returned"),
      })
    })
  })

  it("does not change an order that cost nothing, when it was edited before the cart's late payment came", async () => {
    const { cartId, reference } = await store.beginCheckout()
    await createCartCreditLinesWorkflow(store.container).run({
      input: [
        {
          ...{ cart_id: cartId, amount: 1_399.55 },
          ...{ reference: "gift", reference_id: "gift_1", metadata: null },
        },
      ],
    })
    const done = await store.post(`/store/carts/${cartId}/complete`)
    expect(done.data).toMatchObject({ type: "order", order: { total: 0 } })
    const { id } = done.data.order
    const edit = await store.adminPost("/admin/order-edits", { order_id: id })
    expect(edit.status).toBe(200)
    const added = await store.adminPost(`/admin/order-edits/${id}/items`, {
      items: [{ variant_id: store.shop.variantId, quantity: 1 }],
    })
    expect(added.status).toBe(200)
    await store.adminPost(`/admin/order-edits/${id}/request`)
    const confirmed = await store.adminPost(`/admin/order-edits/${id}/confirm`)
    expect(confirmed.status).toBe(200)
    await store.sandbox.pay(reference)
    await store.runJob("reconcile")
    expect(await store.row(reference)).toMatchObject({ outcome: "returned" })
    expect(await store.orders()).toMatchObject([{ id }])
  })
})
