import { Modules } from "@medusajs/framework/utils"
import { MINUTE, tomorrowMorning } from "../harness/calendar"
import { cartActions } from "../harness/cart-actions"
import { OrderAdmin } from "../harness/order-admin"
import { ShopSettings } from "../harness/shop-settings"
import { withStore } from "../harness/with-store"

withStore((store) => {
  const shop = () => new ShopSettings(store)
  const { chosen, complete, credit, oneMore, told, transfer, noCallbacks } =
    cartActions(store)
  const requests = () => store.ledger.listRefundRequests({})
  /** Runs the job for this many minutes. */
  const minutes = async (number: number, each = MINUTE) => {
    for (let run = 0; run < number; run++) {
      await store.passTime(each)
      await store.runJob("reconcile")
    }
  }
  /** Long enough for every attempt to settle. */
  const allAttempts = () => minutes(14, 16 * MINUTE)

  describe("a payment for which no order can be placed is returned in full when", () => {
    const isReturned = async (reference: string) => {
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

    it("the cart's total has changed; the shopper is told by when, and later that it was paid back", async () => {
      const { cartId, reference, sessionId } = await store.beginCheckout()
      const refund = async () => (await told(sessionId)).refund
      await oneMore(cartId)
      await store.sandbox.pay(reference)
      const expected_on = expect.stringMatching(/^\d{4}-\d\d-\d\d$/)
      expect(await refund()).toEqual({ status: "scheduled", expected_on })
      await isReturned(reference)
      expect(await store.orders()).toEqual([])
      expect(await refund()).toEqual({ status: "requested", expected_on })
      await store.passTime(24 * 60 * MINUTE)
      await store.runJob("refunds")
      expect(await refund()).toEqual({ status: "complete", expected_on })
    })

    // When core's completion fails in parallel steps, it may leave its lock on
    // the cart for two minutes.
    it("the stock is gone", async () => {
      const { reference } = await store.beginCheckout()
      await shop().stock(0)
      await store.sandbox.pay(reference)
      await allAttempts()
      await isReturned(reference)
      expect(await store.orders()).toEqual([])
    }, 240_000)

    const costsNothing = async (cartId: string) => {
      await credit(cartId)
      const { data } = await complete(cartId)
      expect(data).toMatchObject({ type: "order", order: { total: 0 } })
      return String(data.order.id)
    }
    it.each<[string, (cartId: string) => Promise<string | void>]>([
      [
        "the cart is gone",
        (id) => store.container.resolve(Modules.CART).deleteCarts([id]),
      ],
      ["the cart became an order that was paid in another way", transfer],
      ["the cart became an order that cost nothing", costsNothing],
      [
        "that order was edited, and owes something now",
        async (id) => {
          const order = await costsNothing(id)
          const admin = new OrderAdmin(store, order)
          await admin.beginEdit(1)
          expect(await admin.confirmEdit()).toBe(true)
          return order
        },
      ],
    ])("%s", async (_, change) => {
      const { cartId, reference } = await store.beginCheckout()
      const order = await change(cartId)
      await store.sandbox.pay(reference)
      await isReturned(reference)
      await allAttempts()
      const ids = (await store.orders()).map(({ id }) => id)
      expect(ids).toEqual(order ? [order] : [])
    })

    it("another checkout of the same cart was paid as well, which the merchant is told", async () => {
      const first = await store.beginCheckout()
      // After this time the same payable state gets a new checkout.
      await store.passTime(25 * MINUTE)
      const second: string = (await chosen(first.cartId)).data.reference
      expect(second).not.toBe(first.reference)
      await store.sandbox.pay(first.reference)
      await store.sandbox.pay(second)
      expect(await store.row(first.reference)).toMatchObject({
        outcome: "placed",
      })
      const { held_reason } = await store.row(second)
      expect(held_reason).toContain(
        `was paid already: instalment payment ${first.reference}`
      )
      await isReturned(second)
      expect(await store.orders()).toHaveLength(1)
    })
  })

  it("a refusal to place the order is one attempt for 20 callbacks, and not final: the order comes after a temporary failure", async () => {
    store.sandbox.set({ callbacks: { mode: "duplicate", count: 20 } })
    const { reference } = await store.beginCheckout()
    await shop().deliver(false)
    await store.sandbox.pay(reference)
    expect(await store.row(reference)).toMatchObject({
      ...{ outcome: "open", settle_attempts: 1 },
    })
    await minutes(1)
    expect(await store.row(reference)).toMatchObject({ outcome: "open" })
    await shop().deliver(true)
    await minutes(1)
    expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
    expect(await requests()).toEqual([])
  })

  it("a refusal that repeats is final within minutes, once", async () => {
    const { reference } = await store.beginCheckout()
    await shop().deliver(false)
    await store.sandbox.pay(reference)
    await minutes(2)
    const ended = { outcome: "returned", settle_attempts: 3 }
    expect(await store.row(reference)).toMatchObject(ended)
    await shop().deliver(true)
    await allAttempts()
    expect(await store.row(reference)).toMatchObject(ended)
    expect(await store.orders()).toEqual([])
    expect(await requests()).toHaveLength(1)
  })

  it("a payment whose region has no instalments any more ends exactly once", async () => {
    const { reference } = await store.beginCheckout()
    await shop().accept(["pp_system_default"])
    await store.sandbox.pay(reference)
    await allAttempts()
    const { outcome } = await store.row(reference)
    const orders = await store.orders()
    const refunds = await requests()
    expect([outcome, orders.length, refunds.length]).toEqual(
      outcome === "placed" ? ["placed", 1, 0] : ["returned", 0, 1]
    )
  })

  it.each(["at once by its callback", "by the job when its callback is lost"])(
    "the payment after a cancellation in another tab is placed %s",
    async (how) => {
      const { reference } = await store.beginCheckout()
      await store.sandbox.cancel(reference)
      expect(await store.row(reference)).toMatchObject({ outcome: "closed" })
      const isLost = how.endsWith("lost")
      if (isLost) {
        noCallbacks()
      }
      await store.sandbox.pay(reference, { force: true })
      if (isLost) {
        await minutes(1, 61 * MINUTE)
      }
      expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
      expect(await store.orders()).toHaveLength(1)
    }
  )

  describe("in a store with unplacedPayments hold, a payment without an order", () => {
    const heldPayment = async () => {
      const { options } = store.ledger
      options.unplacedPayments = "hold"
      const checkout = await store.beginCheckout()
      const { data } = await oneMore(checkout.cartId)
      await store.sandbox.pay(checkout.reference)
      options.unplacedPayments = "refund"
      expect(await store.row(checkout.reference)).toMatchObject({
        outcome: "held",
        held_reason: expect.stringContaining("now totals"),
      })
      return { ...checkout, lineId: String(data.cart.items[0].id) }
    }
    const url = (reference: string) =>
      `/admin/instalments/checkouts/${reference}`
    const isHeldAgain = async (reference: string) =>
      expect(await store.row(reference)).toMatchObject({
        outcome: "held",
        held_reason: expect.stringContaining("could not be returned"),
      })

    it("is held, the shopper is told, and its order is placed by hand once that is possible", async () => {
      const { reference, cartId, lineId, sessionId } = await heldPayment()
      expect(await requests()).toEqual([])
      expect(await told(sessionId)).toMatchObject({
        ...{ status: "unplaced", order_id: null, refund: null },
      })
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

    it("is returned by hand, and held again when that fails", async () => {
      const { reference } = await heldPayment()
      const answer = await store.adminPost(`${url(reference)}/refund`)
      expect(answer.status).toBe(200)
      expect(await store.row(reference)).toMatchObject({ outcome: "returned" })
      await tomorrowMorning(store)
      await store.runJob("refunds")
      const [refund] = store.sandbox.refundRequests.values()
      await store.sandbox.failRefund(refund!.id)
      await store.passTime(60 * MINUTE)
      await store.runJob("refunds")
      await isHeldAgain(reference)
    })

    it("is held again although the process that learned of the failed refund was killed", async () => {
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
      await isHeldAgain(reference)
    })
  })
})
