import { PROVIDER_ID } from "../../src/modules/instalments/rules"
import { MINUTE, tomorrowMorning } from "../harness/calendar"
import { chooseInstalments } from "../harness/shopper"
import { withStore } from "../harness/with-store"

withStore((store) => {
  const offerFor = async (cartId: string) =>
    (await store.get(`/store/instalments/offer?cart_id=${cartId}`)).data.offer
  const paymentOf = async (sessionId: string) => {
    const path = `/store/instalments/payment-sessions/${sessionId}`
    return (await store.get(path)).data.payment
  }
  const oneMore = (cartId: string) =>
    store.post(`/store/carts/${cartId}/line-items`, {
      variant_id: store.shop.variantId,
      quantity: 1,
    })
  const choose = async (cartId: string, provider_id: string) => {
    const { data } = await store.post("/store/payment-collections", {
      cart_id: cartId,
    })
    const answer = await store.post(
      `/store/payment-collections/${data.payment_collection.id}/payment-sessions`,
      { provider_id }
    )
    return answer.data.payment_collection.payment_sessions[0]
  }
  const noCallbacks = () => store.sandbox.set({ callbacks: { mode: "never" } })
  const asked = () =>
    store.sandbox.journal.requests.filter(
      ({ method, path }) =>
        method === "GET" && path.startsWith("/api/checkouts/")
    ).length

  describe("an offer for a cart", () => {
    it("names the order that its instalments have paid", async () => {
      const { cartId, order } = await store.buy()
      expect(await offerFor(cartId)).toEqual({
        eligible: false,
        reason: "already_paid",
        order_id: order.id,
        currency_code: "zar",
        amount: 1399.55,
        terms: [],
        headline: null,
      })
    })

    it("names the order that was paid in another way", async () => {
      const { cartId } = await store.beginCheckout()
      await choose(cartId, "pp_system_default")
      const { data } = await store.post(`/store/carts/${cartId}/complete`)
      expect(await offerFor(cartId)).toMatchObject({
        reason: "already_paid",
        order_id: data.order.id,
      })
    })

    it("says that it is paid while its order is not placed yet", async () => {
      const { cartId, reference } = await store.beginCheckout()
      expect(await offerFor(cartId)).toMatchObject({ eligible: true })
      noCallbacks()
      await store.sandbox.pay(reference)
      await store.ledger.learning.check(await store.row(reference), "shopper")
      expect(await offerFor(cartId)).toMatchObject({
        eligible: false,
        reason: "already_paid",
        order_id: null,
      })
    })

    it("says that it is paid while the shop decides about the money", async () => {
      const { cartId, reference } = await store.beginCheckout()
      await oneMore(cartId)
      store.ledger.options.unplacedPayments = "hold"
      await store.sandbox.pay(reference)
      store.ledger.options.unplacedPayments = "refund"
      expect(await store.row(reference)).toMatchObject({ outcome: "held" })
      expect(await offerFor(cartId)).toMatchObject({
        reason: "already_paid",
        order_id: null,
      })
    })

    it("says so also when a person has marked the held money as resolved, as its order may still come", async () => {
      const { cartId, reference } = await store.beginCheckout()
      await oneMore(cartId)
      store.ledger.options.unplacedPayments = "hold"
      await store.sandbox.pay(reference)
      await store.adminPost(
        `/admin/instalments/attention/held-payment:${reference}/resolve`,
        { note: "Thandi comes to the shop." }
      )
      expect(await offerFor(cartId)).toMatchObject({ reason: "already_paid" })
      const { data } = await store.post("/store/payment-collections", {
        cart_id: cartId,
      })
      const again = await store.post(
        `/store/payment-collections/${data.payment_collection.id}/payment-sessions`,
        { provider_id: PROVIDER_ID }
      )
      expect([again.status, again.data.message]).toEqual([
        400,
        expect.stringContaining("This cart is paid already"),
      ])
    })

    it("can be offered again once the money was returned", async () => {
      const { cartId, reference } = await store.beginCheckout()
      await oneMore(cartId)
      await store.sandbox.pay(reference)
      expect(await store.row(reference)).toMatchObject({ outcome: "returned" })
      expect(await offerFor(cartId)).toMatchObject({ eligible: true })
    })
  })

  describe("a shopper who comes back in a browser that began no payment", () => {
    /** A client of its own, as in the browser that a bank's app opens. */
    const look = async (cartId: string) => {
      const { createInstalments } =
        await import("../../src/storefront/index.js")
      const elsewhere = createInstalments({
        baseUrl: store.api.defaults.baseURL!,
        publishableKey: String(store.shop.headers["x-publishable-api-key"]),
      })
      return elsewhere.waitForResult(cartId, { timeoutMs: 0 })
    }

    it("reads of the payment that came after the cart had changed", async () => {
      const { cartId, reference } = await store.beginCheckout()
      await oneMore(cartId)
      await store.sandbox.pay(reference)
      expect(await store.row(reference)).toMatchObject({ outcome: "returned" })
      expect(await look(cartId)).toMatchObject({
        status: "unplaced",
        refund: { status: "scheduled" },
      })
    })

    it("reads of the payment that came after another way to pay was chosen", async () => {
      const { cartId, reference } = await store.beginCheckout()
      await choose(cartId, "pp_system_default")
      await store.sandbox.pay(reference)
      const { order_id } = await store.row(reference)
      expect(order_id).not.toBeNull()
      expect(await look(cartId)).toMatchObject({
        status: "paid",
        orderId: order_id,
      })
    })

    it("reads of the paid one of two payments", async () => {
      const { cartId, reference } = await store.beginCheckout()
      await oneMore(cartId)
      await choose(cartId, "pp_instalments_instalments")
      await choose(cartId, "pp_system_default")
      await store.sandbox.pay(reference)
      expect(await look(cartId)).toMatchObject({ status: "unplaced" })
    })

    it("is told that there is no payment where there is none", async () => {
      const cartId = await store.fillCart()
      await expect(look(cartId)).rejects.toMatchObject({ code: "not_found" })
    })
  })

  describe("a shopper who has paid and opened a second payment page", () => {
    /** Two checkouts of one cart: the first is paid, and placed or not. */
    const paidOnce = async () => {
      const first = await store.beginCheckout()
      // After this time the same payable state gets a new checkout.
      await store.passTime(25 * 60_000)
      const second = await choose(first.cartId, "pp_instalments_instalments")
      expect(second.data.reference).not.toBe(first.reference)
      return { first, second }
    }

    it("is sent to the order, and not to the second page", async () => {
      const { first, second } = await paidOnce()
      await store.sandbox.pay(first.reference)
      const { order_id } = await store.row(first.reference)
      expect(order_id).not.toBeNull()
      expect(await paymentOf(second.id)).toEqual({
        status: "paid",
        order_id,
        payment_url: null,
      })
    })

    it("is sent to the order, and told by when a second payment is back", async () => {
      const { first, second } = await paidOnce()
      await store.sandbox.pay(first.reference)
      await store.sandbox.pay(second.data.reference)
      const { order_id } = await store.row(first.reference)
      expect(await store.row(second.data.reference)).toMatchObject({
        outcome: "returned",
      })
      const expected_on = expect.stringMatching(/^\d{4}-\d\d-\d\d$/)
      for (const id of [second.id, first.sessionId]) {
        expect(await paymentOf(id)).toEqual({
          status: "paid",
          order_id,
          payment_url: null,
          refund: { status: "scheduled", expected_on },
        })
      }
      await tomorrowMorning(store)
      await store.runJob("refunds")
      expect(await paymentOf(second.id)).toMatchObject({
        status: "paid",
        refund: { status: "requested" },
      })
    })

    it("waits for the order of the first, also after cancelling the second", async () => {
      const { first, second } = await paidOnce()
      noCallbacks()
      // The service was asked about the first one before the second was opened.
      await store.passTime(20_000)
      await store.sandbox.pay(first.reference)
      await store.ledger.learning.check(
        await store.row(first.reference),
        "shopper"
      )
      await store.sandbox.cancel(second.data.reference)
      const { data } = await store.post(`/store/carts/${first.cartId}/complete`)
      expect(data.error.message).toContain("paid already")
      await store.passTime(20_000)
      expect(await paymentOf(second.id)).toEqual({
        ...{ status: "pending" },
        order_id: null,
        payment_url: null,
      })
    })
  })

  describe("a cart that is paid", () => {
    const chooseAgain = async (cartId: string) => {
      const { data } = await store.post("/store/payment-collections", {
        cart_id: cartId,
      })
      return store.post(
        `/store/payment-collections/${data.payment_collection.id}/payment-sessions`,
        { provider_id: "pp_instalments_instalments" }
      )
    }
    const created = () => store.sandbox.checkouts.size

    it("is not charged again while its order is being placed", async () => {
      const { cartId, reference } = await store.beginCheckout()
      noCallbacks()
      await store.sandbox.pay(reference)
      await store.ledger.learning.check(await store.row(reference), "shopper")
      const before = created()
      const refused = await chooseAgain(cartId)
      expect(refused.status).toBe(400)
      expect(refused.data.message).toBe(
        "This cart is paid already: the order is being placed. Nothing more has to be paid."
      )
      expect(created()).toBe(before)
      await store.passTime(20_000)
      await store.runJob("reconcile")
      expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
    })

    it("is not charged again when it is an order, paid with any provider", async () => {
      const { cartId, order } = await store.buy()
      const refused = await chooseAgain(cartId)
      expect(refused.status).toBe(400)
      expect(refused.data.message).toContain("Order 1 owes nothing")
      expect(order.payment_collections).toHaveLength(1)
      expect(created()).toBe(1)
    })

    it("tells the merchant of a second payment that it was paid already, never that it was paid another way", async () => {
      const { first, second } = await (async () => {
        const one = await store.beginCheckout()
        await store.passTime(25 * 60_000)
        return {
          first: one,
          second: await choose(one.cartId, "pp_instalments_instalments"),
        }
      })()
      await store.sandbox.pay(first.reference)
      await store.sandbox.pay(second.data.reference)
      const { held_reason } = await store.row(second.data.reference)
      expect(held_reason).toContain(
        `was paid already: instalment payment ${first.reference}`
      )
    })
  })

  describe("a payment page that was opened long ago", () => {
    const longAgo = async () => {
      const checkout = await store.beginCheckout()
      noCallbacks()
      await store.passTime(60 * 60_000)
      return checkout
    }

    it("has expired when the service says that it is not paid", async () => {
      const { sessionId } = await longAgo()
      expect(await paymentOf(sessionId)).toMatchObject({ status: "expired" })
    })

    it("has not expired while the service cannot be asked, and is paid when it can", async () => {
      const { sessionId, reference } = await longAgo()
      await store.sandbox.pay(reference, { force: true })
      store.sandbox.fault({ path: "/api/checkouts", kind: "down" })
      expect(await paymentOf(sessionId)).toMatchObject({ status: "pending" })
      store.sandbox.clearFaults()
      await store.passTime(60_000)
      // The limits count the database's minutes, which no test waits for.
      await store.db("instalments_request_limit").delete()
      expect(await paymentOf(sessionId)).toMatchObject({ status: "paid" })
    })

    it("has not expired while the limit of checks is used up", async () => {
      const { sessionId, reference } = await longAgo()
      await store.sandbox.pay(reference, { force: true })
      for (let other = 0; other < 5; other++) {
        await store.ledger.limits.take("GET /api/checkouts/:id", "shopper")
      }
      expect(await paymentOf(sessionId)).toMatchObject({ status: "pending" })
    })
  })

  it("does not call a page expired on which a shopper may still pay", async () => {
    const { cartId, sessionId, reference } = await store.beginCheckout()
    await store.passTime(19 * MINUTE)
    const again = await chooseInstalments(store.api, store.shop, cartId)
    expect(again.data.reference).toBe(reference)
    await fetch(again.data.payment_url)
    await store.passTime(27 * MINUTE)
    for (let look = 0; look < 2; look++) {
      const asked = await store.get(
        `/store/instalments/payment-sessions/${sessionId}`
      )
      expect(asked.data.payment.status).toBe("pending")
      await store.passTime(20_000)
    }
    await store.sandbox.pay(reference)
    expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
  })

  it("checks only after a pause for a shopper who reloads again and again", async () => {
    const { sessionId, cartId } = await store.beginCheckout()
    await store.passTime(20_000)
    for (let time = 0; time < 2; time++) {
      await paymentOf(sessionId)
      await store.post(`/store/carts/${cartId}/complete`)
    }
    expect(asked()).toBe(1)
    await store.passTime(15_000)
    await paymentOf(sessionId)
    await store.post(`/store/carts/${cartId}/complete`)
    expect(asked()).toBe(2)
  })
})
