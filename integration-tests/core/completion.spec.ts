import diagnostics from "node:diagnostics_channel"
import { Modules } from "@medusajs/framework/utils"
import { MINUTE } from "../harness/calendar"
import { cartActions } from "../harness/cart-actions"
import { withStore } from "../harness/with-store"

withStore((store) => {
  const { complete, credit, transfer, told, asked, payUnheard } =
    cartActions(store)
  /** How often core's completion has begun. */
  const coreRuns = async () => {
    const engine = store.container.resolve(Modules.WORKFLOW_ENGINE)
    const runs = await engine.listWorkflowExecutions({
      workflow_id: "complete-cart",
    })
    return runs.length
  }

  it("of a cart that is not paid is answered in core's form without core, also while the service is away, and after a cancellation", async () => {
    const { cartId, reference } = await store.beginCheckout()
    const { data } = await store.get(`/store/carts/${cartId}`)
    const cart = { ...data.cart, updated_at: expect.any(String) }
    store.sandbox.fault({ path: "/api/checkouts", kind: "down" })
    expect(await complete(cartId)).toMatchObject({ status: 200 })
    store.sandbox.clearFaults()
    await store.passTime(MINUTE)
    const pending = await complete(cartId)
    expect([pending.status, pending.data]).toEqual([
      200,
      {
        ...{ type: "cart", cart },
        error: {
          type: "payment_requires_more_error",
          name: "Error",
          code: "instalments_not_paid",
          message: expect.stringContaining("not complete yet"),
        },
      },
    ])
    await store.sandbox.cancel(reference)
    expect(await complete(cartId)).toMatchObject({
      status: 200,
      data: {
        ...{ type: "cart", cart: { id: cartId } },
        error: {
          type: "payment_authorization_error",
          message: expect.stringContaining("was cancelled"),
        },
      },
    })
    expect(await coreRuns()).toBe(0)
  })

  it("asks the service no more often than the checkout's pause allows, however many completions and looks come", async () => {
    const { reference, cartId, sessionId } = await store.beginCheckout()
    await store.passTime(MINUTE)
    const flood = () =>
      Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          n % 3 === 2 ? told(sessionId) : complete(cartId)
        )
      )
    await flood()
    expect(asked()).toBe(1)
    await payUnheard(reference)
    await store.passTime(20_000)
    await flood()
    expect(asked()).toBe(2)
    expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
    expect(await store.orders()).toHaveLength(1)
  })

  it("makes an order of a cart whose callback is lost, asks before core has its lock, and answers that order again", async () => {
    const { cartId, reference } = await store.beginCheckout()
    await payUnheard(reference)
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
    const { id } = data.order
    expect((await complete(cartId)).data).toMatchObject({ order: { id } })
    await store.runJob("reconcile")
    expect(await store.row(reference)).toMatchObject({
      ...{ outcome: "placed", order_id: id },
    })
    expect(await store.orders()).toHaveLength(1)
  })

  describe("leaves to core a cart", () => {
    it("that is paid in another way, and asks the service nothing", async () => {
      const { cartId } = await store.beginCheckout()
      await transfer(cartId)
      expect(asked()).toBe(0)
    })

    it("that costs nothing any more", async () => {
      const { cartId } = await store.beginCheckout()
      await credit(cartId)
      expect((await complete(cartId)).data.type).toBe("order")
    })

    it("that has no payment session, or does not exist", async () => {
      const { data } = await store.post("/store/carts", {
        region_id: store.shop.regionId,
        items: [{ variant_id: store.shop.variantId, quantity: 1 }],
      })
      expect(await complete(data.cart.id)).toMatchObject({
        status: 400,
        data: { message: expect.stringContaining("Payment collection") },
      })
      expect((await complete("cart_unknown")).status).toBe(404)
    })
  })
})
