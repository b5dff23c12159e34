import diagnostics from "node:diagnostics_channel"
import { createCartCreditLinesWorkflow } from "@medusajs/medusa/core-flows"
import { Modules } from "@medusajs/framework/utils"
import { withStore } from "../harness/with-store"

withStore((store) => {
  const complete = (cartId: string) =>
    store.post(`/store/carts/${cartId}/complete`)
  const asked = () =>
    store.sandbox.journal.requests.filter(
      ({ method, path }) =>
        method === "GET" && path.startsWith("/api/checkouts/")
    ).length
  /** How often core's completion has begun. */
  const coreRuns = async () => {
    const engine = store.container.resolve(Modules.WORKFLOW_ENGINE)
    const runs = await engine.listWorkflowExecutions({
      workflow_id: "complete-cart",
    })
    return runs.length
  }
  const choose = async (cartId: string, provider_id: string) => {
    const { data } = await store.post("/store/payment-collections", {
      cart_id: cartId,
    })
    await store.post(
      `/store/payment-collections/${data.payment_collection.id}/payment-sessions`,
      { provider_id }
    )
  }
  const noCallbacks = () => store.sandbox.set({ callbacks: { mode: "never" } })

  describe("a cart whose instalments are not known as paid", () => {
    it("is answered in core's form, without core", async () => {
      const { cartId } = await store.beginCheckout()
      const { data } = await store.get(`/store/carts/${cartId}`)
      const answer = await complete(cartId)
      expect(answer.status).toBe(200)
      expect(answer.data).toEqual({
        type: "cart",
        cart: { ...data.cart, updated_at: expect.any(String) },
        error: {
          type: "payment_requires_more_error",
          name: "Error",
          message: expect.stringContaining("not complete yet"),
        },
      })
      expect(await coreRuns()).toBe(0)
    })

    it("is told when the payment was cancelled, without core", async () => {
      const { cartId, reference } = await store.beginCheckout()
      await store.sandbox.cancel(reference)
      const { status, data } = await complete(cartId)
      expect(status).toBe(200)
      expect(data).toMatchObject({
        type: "cart",
        cart: { id: cartId },
        error: {
          type: "payment_authorization_error",
          message: expect.stringContaining("was cancelled"),
        },
      })
      expect(await coreRuns()).toBe(0)
    })

    it("is checked no more often than the checkout's pause allows", async () => {
      const { cartId } = await store.beginCheckout()
      for (let time = 0; time < 3; time++) {
        await complete(cartId)
      }
      expect(asked()).toBe(1)
      await store.passTime(15_000)
      await complete(cartId)
      await complete(cartId)
      expect(asked()).toBe(2)
    })

    it("is answered while the service is away", async () => {
      const { cartId } = await store.beginCheckout()
      store.sandbox.fault({ path: "/api/checkouts", kind: "down" })
      const { status, data } = await complete(cartId)
      expect(status).toBe(200)
      expect(data.error.message).toContain("not complete yet")
    })
  })

  it("becomes an order when its callback is lost, asked for before core has its lock", async () => {
    const { cartId, reference } = await store.beginCheckout()
    noCallbacks()
    await store.sandbox.pay(reference)
    const locking = store.container.resolve(Modules.LOCKING)
    const isLocked = () =>
      locking
        .acquire(cartId, { ownerId: "test" })
        .then(() => locking.release(cartId, { ownerId: "test" }))
        .then(
          () => false,
          () => true
        )
    const whileAsking: Promise<boolean>[] = []
    const look = () => whileAsking.push(isLocked())
    diagnostics.subscribe("undici:request:create", look)
    const { data } = await complete(cartId)
    diagnostics.unsubscribe("undici:request:create", look)
    expect(await Promise.all(whileAsking)).toEqual([false])
    expect(data).toMatchObject({ type: "order", order: { total: 1_399.55 } })
    expect(await store.row(reference)).toMatchObject({
      outcome: "placed",
      order_id: data.order.id,
    })
    expect(await store.orders()).toHaveLength(1)
  })

  it("answers the order again when its cart is completed again", async () => {
    const { cartId, order } = await store.buy()
    const { data } = await complete(cartId)
    expect(data).toMatchObject({ type: "order", order: { id: order.id } })
  })

  describe("leaves to core a cart", () => {
    it("that is paid in another way, and asks the service nothing", async () => {
      const { cartId } = await store.beginCheckout()
      await choose(cartId, "pp_system_default")
      const { data } = await complete(cartId)
      expect(data.type).toBe("order")
      expect(asked()).toBe(0)
    })

    it("that costs nothing any more", async () => {
      const { cartId } = await store.beginCheckout()
      await createCartCreditLinesWorkflow(store.container).run({
        input: [
          {
            ...{ cart_id: cartId, amount: 1_399.55 },
            ...{ reference: "gift", reference_id: "gift_1", metadata: null },
          },
        ],
      })
      const { data } = await complete(cartId)
      expect(data.type).toBe("order")
    })

    it("that has no payment session", async () => {
      const { data } = await store.post("/store/carts", {
        region_id: store.shop.regionId,
        items: [{ variant_id: store.shop.variantId, quantity: 1 }],
      })
      const answer = await complete(data.cart.id)
      expect(answer.status).toBe(400)
      expect(answer.data.message).toContain("Payment collection")
    })

    it("that does not exist", async () => {
      expect((await complete("cart_unknown")).status).toBe(404)
    })

    it("when the ledger cannot be read", async () => {
      const { cartId } = await store.beginCheckout()
      const { db } = store
      await db.raw("alter table instalments_checkout_session rename to gone")
      try {
        const { data } = await complete(cartId)
        expect(await coreRuns()).toBe(1)
        expect(data.type).not.toBe("order")
      } finally {
        await db.raw("alter table gone rename to instalments_checkout_session")
      }
    })
  })
})
