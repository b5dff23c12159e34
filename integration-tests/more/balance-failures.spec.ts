import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { markCart } from "../../src/workflows/medusa-repairs/marked-orders"
import { failingOnce } from "../laws/database-fault"
import { balanceActions } from "../harness/balance-actions"
import { MINUTE, tomorrowMorning } from "../harness/calendar"
import { refundActions } from "../harness/refund-actions"
import { withStore } from "../harness/with-store"

/** Payments of what an order owes, when a write fails or a process is killed. */
withStore((store) => {
  const actions = balanceActions(store)
  const { cancel, refund, atService, runs } = refundActions(store)
  const FIRST = 1399.55
  const MORE = 433.35

  /**
   * Pays without a callback: the ledger knows the payment, and it is not
   * settled.
   */
  async function paidUnsettled(reference: string) {
    store.sandbox.set({ callbacks: { mode: "never" } })
    await store.sandbox.pay(reference)
    await store.ledger.learning.check(await store.row(reference), "shopper")
  }

  const otherProvider = (collectionId: string) =>
    store.post(`/store/payment-collections/${collectionId}/payment-sessions`, {
      provider_id: "pp_system_default",
    })

  it("does not ask the shopper to pay again for a cart whose order is being placed", async () => {
    const { cartId, reference } = await store.beginCheckout()
    await paidUnsettled(reference)
    await markCart(cartId, store.container)
    const carts = store.container.resolve(Modules.CART)
    const cart = await carts.retrieveCart(cartId, { relations: ["items"] })
    const [item] = cart.items!
    const order = await store.container.resolve(Modules.ORDER).createOrders({
      region_id: cart.region_id,
      currency_code: cart.currency_code,
      sales_channel_id: cart.sales_channel_id,
      email: cart.email,
      status: "pending",
      metadata: cart.metadata!,
      items: [{ title: item!.title, quantity: 1, unit_price: FIRST }],
    })
    const { data } = await store.post("/store/payment-collections", {
      cart_id: cartId,
    })
    const collectionId = data.payment_collection.id
    await store.container.resolve(ContainerRegistrationKeys.LINK).create([
      {
        [Modules.ORDER]: { order_id: order.id },
        [Modules.CART]: { cart_id: cartId },
      },
      {
        [Modules.ORDER]: { order_id: order.id },
        [Modules.PAYMENT]: { payment_collection_id: collectionId },
      },
    ])
    const again = await actions.choose(collectionId)
    expect([again.status, again.data.message]).toEqual([
      400,
      expect.stringMatching(/has arrived/),
    ])
    await store.runJob("reconcile")
    expect((await store.row(reference)).outcome).toBe("placed")
  })

  it.each([4, 5, 6])(
    "asks for no payment that is booked, though write %i of the payment collections fails",
    async (nth) => {
      const { order } = await actions.boughtAndEdited()
      const { reference, collectionId } = await actions.begin(order.id)
      expect((await otherProvider(collectionId)).status).toBe(200)
      await failingOnce(
        store,
        { writer: ["payment_collection"], nth },
        async () => {
          await store.sandbox.pay(reference)
        }
      )
      await store.passTime(MINUTE)
      await store.runJob("reconcile")
      expect((await store.row(reference)).outcome).toBe("placed")
      const { collections, booked, owed } = await actions.books(order.id)
      expect({ booked, owed }).toEqual({ booked: [MORE, FIRST], owed: 0 })
      expect(
        collections.map(({ amount }) => amount).sort((a, b) => a - b)
      ).toEqual([0, MORE, FIRST])
    }
  )

  it.each([
    ["payment", 1],
    ["payment_session", 1],
    ["order_payment_collection", 1],
  ])(
    "leaves no payment collection to be paid when the payment was returned, though a write to %s failed",
    async (table, nth) => {
      const { order } = await actions.boughtAndEdited()
      const { reference, collectionId } = await actions.begin(order.id)
      expect((await otherProvider(collectionId)).status).toBe(200)
      await failingOnce(store, { writer: [table], nth }, async () => {
        await store.sandbox.pay(reference)
      })
      expect((await store.row(reference)).outcome).toBe("open")
      await actions.takeArticle(order.id)
      await store.passTime(MINUTE)
      await store.runJob("reconcile")
      expect((await store.row(reference)).outcome).toBe("returned")
      const { collections, owed } = await actions.books(order.id)
      expect(owed).toBe(0)
      const asking = collections.filter(
        ({ status, amount }) => status === "not_paid" && amount > 0
      )
      expect(asking).toEqual([])
    }
  )

  describe("a payment that core captured in a process killed before its transaction", () => {
    async function captured() {
      const { order } = await actions.boughtAndEdited()
      const { reference, sessionId } = await actions.begin(order.id)
      await paidUnsettled(reference)
      await store.container
        .resolve(Modules.PAYMENT)
        .authorizePaymentSession(sessionId, {})
      const { payments } = await actions.books(order.id)
      const payment = payments.find(({ data }) => data.reference === reference)!
      return { order, reference, payment }
    }

    it("cannot be refunded before it is booked", async () => {
      const { order, reference, payment } = await captured()
      await tomorrowMorning(store)
      const refunded = await refund(payment, 100)
      expect([refunded.status, refunded.data.message]).toEqual([
        400,
        expect.stringMatching(/not booked on its order yet/),
      ])
      await store.runJob("reconcile")
      expect((await store.row(reference)).outcome).toBe("placed")
      expect(await actions.books(order.id)).toMatchObject({
        owed: 0,
        booked: [MORE, FIRST],
      })
      expect(atService()).toEqual([])
    })

    it("is returned once when its order is cancelled", async () => {
      const { order, reference } = await captured()
      await tomorrowMorning(store)
      expect((await cancel(order)).status).toBe(200)
      await store.runJob("reconcile")
      await runs()
      expect((await store.row(reference)).outcome).toBe("returned")
      const { booked, collections } = await actions.books(order.id)
      expect(booked).toEqual([-FIRST, FIRST])
      const status = collections.map((one) => one.status)
      expect(status).toEqual(["canceled", "canceled"])
      expect(atService().sort()).toEqual([139_955, 43_335])
    })
  })
})
