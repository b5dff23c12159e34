import {
  createCartCreditLinesWorkflow,
  createRegionsWorkflow,
  updateRegionsWorkflow,
} from "@medusajs/medusa/core-flows"
import { PROVIDER_ID } from "../../src/modules/instalments/name"
import { MINUTE } from "../harness/calendar"
import { Prices } from "../harness/prices"
import { withStore } from "../harness/with-store"

withStore((store) => {
  const prices = new Prices(store)
  const complete = (cartId: string) =>
    store.post(`/store/carts/${cartId}/complete`)
  const requests = () => store.ledger.listRefundRequests({})

  /**
   * VAT on top, which the storefront calculates by a request after the session.
   */
  const taxedLater = async () => {
    await prices.tax({ rate: 20, inside: false })
    await updateRegionsWorkflow(store.container).run({
      input: {
        selector: { id: store.shop.regionId },
        update: { automatic_taxes: false },
      },
    })
    const checkout = await store.beginCheckout()
    expect(checkout.amount).toBe(139_955)
    await store.post(`/store/carts/${checkout.cartId}/taxes`)
    return checkout
  }
  /** A discount that changes the cart and not its payment collection. */
  const creditedLater = async () => {
    const checkout = await store.beginCheckout()
    await createCartCreditLinesWorkflow(store.container).run({
      input: [
        {
          cart_id: checkout.cartId,
          amount: 100,
          reference: "gift",
          reference_id: "gift_1",
          metadata: null,
        },
      ],
    })
    return checkout
  }
  const unpaidCallback = () =>
    store.sandbox.set({ callbacks: { mode: "never" } })

  /** What an order leaves that Medusa places and rolls back. */
  const traces = async () => ({
    number: (await store.db.raw(`select last_value from order_display_id_seq`))
      .rows,
    stock: await store.db("inventory_level").select("id", "updated_at"),
    runs: await store
      .db("workflow_execution")
      .where({ workflow_id: "complete-cart" })
      .select("id"),
  })

  /**
   * In either order the end is the same: no order, and the money is returned.
   */
  const goesBack = async (reference: string) => {
    expect(await store.row(reference)).toMatchObject({
      outcome: "returned",
      held_reason: expect.stringContaining("now totals"),
    })
    expect(await store.orders()).toEqual([])
    expect(await requests()).toMatchObject([{ amount: 139_955 }])
  }

  describe.each([
    ["whose taxes were added after the payment session", taxedLater],
    ["that got a credit line after the payment session", creditedLater],
  ])("a cart %s", (_, change) => {
    it("becomes no order when its callback comes first, nor for a moment: no number is used up, no stock reserved", async () => {
      const { reference, cartId } = await change()
      const before = await traces()
      await store.sandbox.pay(reference)
      await goesBack(reference)
      expect(await traces()).toEqual(before)
      expect((await complete(cartId)).data.type).toBe("cart")
      await goesBack(reference)
    })

    it("becomes no order when the browser completes it first", async () => {
      const { reference, cartId } = await change()
      unpaidCallback()
      await store.sandbox.pay(reference)
      await store.passTime(MINUTE)
      const answer = await complete(cartId)
      expect(answer).toMatchObject({ status: 200, data: { type: "cart" } })
      await store.runJob("reconcile")
      await goesBack(reference)
    })

    it("is charged by its new amount when instalments are chosen again", async () => {
      const { cartId } = await change()
      const again = store.post("/store/payment-collections", {
        cart_id: cartId,
      })
      const { id } = (await again).data.payment_collection
      const chosen = await store.post(
        `/store/payment-collections/${id}/payment-sessions`,
        { provider_id: PROVIDER_ID }
      )
      expect(chosen.status).toBe(200)
      const [session] = chosen.data.payment_collection.payment_sessions
      await store.sandbox.pay(session.data.reference)
      const [order] = await store.orders({ cart_id: cartId })
      expect(session.data.amount).toBe(Math.round(order!.total * 100))
      expect(session.data.amount).not.toBe(139_955)
    })
  })

  it.each(["pp_system_default", "pp_instalments_instalments"])(
    "sells a cart by %s whose taxes came after its payment collection",
    async (provider_id) => {
      await prices.tax({ rate: 20, inside: false })
      await updateRegionsWorkflow(store.container).run({
        input: {
          selector: { id: store.shop.regionId },
          update: { automatic_taxes: false },
        },
      })
      const cartId = await prices.cart({ mugs: 1 })
      const collection = () =>
        store.post("/store/payment-collections", { cart_id: cartId })
      await collection()
      await store.post(`/store/carts/${cartId}/taxes`)
      const { data } = await collection()
      const { status, data: session } = await store.post(
        `/store/payment-collections/${data.payment_collection.id}/payment-sessions`,
        { provider_id }
      )
      expect([status, session.message]).toEqual([200, undefined])
    }
  )

  it("the payment of a cart that moved to another currency while it was paid is returned", async () => {
    const { result } = await createRegionsWorkflow(store.container).run({
      input: {
        regions: [
          {
            name: "America",
            currency_code: "usd",
            countries: ["us"],
            payment_providers: ["pp_system_default"],
          },
        ],
      },
    })
    const { reference, cartId } = await store.beginCheckout()
    const cart = store.container.resolve("cart")
    await cart.updateCarts(cartId, {
      region_id: result[0]!.id,
      currency_code: "usd",
    })
    await store.sandbox.pay(reference)
    await goesBack(reference)
  })

  it("an order of another amount than was paid is never placed without an alert", async () => {
    const { reference } = await store.buy()
    expect(await store.row(reference)).toMatchObject({
      outcome: "placed",
      order_amount: 139_955,
    })
    expect(await store.ledger.attention.read()).toEqual([])
    await store
      .db("instalments_checkout")
      .where({ id: reference })
      .update({ order_amount: 167_946 })
    expect(await store.ledger.attention.read()).toMatchObject([
      { kind: "other-amount", reference, amount: 139_955 },
    ])
  })

  it("orders go first: a paid checkout is settled before another is asked about", async () => {
    const pending = await store.beginCheckout()
    const paid = await store.beginCheckout()
    await store.ledger.checkouts.paid(paid.reference, {
      paid_at: new Date(store.ledger.now()),
      paid_not_before: new Date(store.ledger.now()),
    })
    await store.passTime(61 * MINUTE)
    await store.runJob("reconcile")
    const settled = await store.row(paid.reference)
    const asked = await store.row(pending.reference)
    expect(settled.outcome).toBe("placed")
    expect(asked.asked_at!.getTime()).toBeGreaterThan(
      settled.outcome_at!.getTime()
    )
  })

  it("one client's flood of completions causes no more checks than the checkout's pause allows", async () => {
    const { reference, cartId } = await store.beginCheckout()
    await store.passTime(MINUTE)
    const asked = () =>
      store.sandbox.journal.counts["GET /api/checkouts/:id"] ?? 0
    await Promise.all(Array.from({ length: 10 }, () => complete(cartId)))
    expect(asked()).toBe(1)
    unpaidCallback()
    await store.sandbox.pay(reference)
    await store.passTime(20_000)
    await Promise.all(Array.from({ length: 10 }, () => complete(cartId)))
    expect(asked()).toBe(2)
    expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
    expect(await store.orders()).toHaveLength(1)
  })

  it("the job first checks the checkout of a shopper who waits while no fetch is left", async () => {
    const { sessionId, reference } = await store.beginCheckout()
    unpaidCallback()
    await store.sandbox.pay(reference)
    await store.passTime(MINUTE)
    const byId = "GET /api/checkouts/:id"
    for (let n = 0; n < 5; n++) {
      await store.ledger.limits.take(byId, "shopper")
      await store.ledger.limits.take(byId, "on_demand")
    }
    const path = `/store/instalments/payment-sessions/${sessionId}`
    expect((await store.get(path)).data.payment.status).toBe("pending")
    expect(await store.row(reference)).toMatchObject({
      wanted_at: expect.any(Date),
      asks: 0,
    })
    await store.runJob("reconcile")
    expect((await store.get(path)).data.payment.status).toBe("paid")
  })
})
