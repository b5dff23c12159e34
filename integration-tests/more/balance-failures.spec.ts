import {
  cancelOrderWorkflow,
  processPaymentWorkflow,
} from "@medusajs/medusa/core-flows"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { PROVIDER_ID } from "../../src/modules/instalments/name"
import { markCart } from "../../src/workflows/medusa-repairs/marked-orders"
import { failingOnce } from "../laws/database-fault"
import { balanceActions } from "../harness/balance-actions"
import { MINUTE, tomorrowMorning } from "../harness/calendar"
import { MUG } from "../harness/link-actions"
import { pauseAtWrite } from "../harness/pause-at-write"
import { refundActions } from "../harness/refund-actions"
import { withStore } from "../harness/with-store"

/** Of captures: those of instalment payments. */
const IS_OURS = `exists (select from payment
  where id = new.payment_id and provider_id = '${PROVIDER_ID}')`

/**
 * What an order owes, when a write fails, a process is killed, or something that no
 * lease keeps away happens while its payment is booked.
 */
withStore((store) => {
  const actions = balanceActions(store)
  const { begin, books, boughtAndEdited } = actions
  const { cancel, refund, atService, runs } = refundActions(store)
  const FIRST = 1399.55
  const MORE = MUG / 100

  const outcome = async (reference: string) =>
    (await store.row(reference)).outcome

  /**
   * Pays without a callback: the ledger knows the payment, and it is not
   * settled.
   */
  async function paidUnsettled(reference: string) {
    store.sandbox.set({ callbacks: { mode: "never" } })
    await store.sandbox.pay(reference)
    await store.ledger.learning.check(await store.row(reference), "shopper")
  }

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
    expect(await outcome(reference)).toBe("placed")
  })

  it.each([
    ["settling", false],
    ["Medusa itself, late", true],
  ])(
    "asks only for the rest of an order that was edited before the payment of its cart was booked by %s",
    async (_, isLate) => {
      const { order, reference: paid } = await store.buy()
      const { db } = store
      const [booked] = await db("order_transaction").where({
        order_id: order.id,
      })
      // As a process leaves it that is killed before it books the capture.
      await db("order_transaction").where({ order_id: order.id }).delete()
      await db.raw(
        `update order_summary set totals = totals || jsonb_build_object(
         'transaction_total', 0, 'paid_total', 0,
         'pending_difference', totals->'current_order_total',
         'raw_transaction_total', '{"value":"0","precision":20}'::jsonb,
         'raw_paid_total', '{"value":"0","precision":20}'::jsonb,
         'raw_pending_difference', totals->'raw_current_order_total')
       where order_id = ?`,
        [order.id]
      )
      const open = { outcome: "open", order_id: null, outcome_at: null }
      await db("instalments_checkout")
        .where({ id: paid })
        .update({ ...open, next_check_at: new Date(store.ledger.now()) })
      await actions.addArticle(order.id)
      const { id } = await actions.collection(order.id)
      const refused = await actions.choose(id)
      expect([refused.status, refused.data.message]).toEqual([
        400,
        expect.stringContaining("A payment for this order has arrived"),
      ])
      if (isLate) {
        const { amount, currency_code, reference_id } = booked
        await store.container.resolve(Modules.ORDER).addOrderTransactions({
          ...{ order_id: order.id, amount, currency_code },
          ...{ reference: "capture", reference_id },
        })
      }
      await store.runJob("reconcile")
      expect(await store.row(paid)).toMatchObject({ outcome: "placed" })
      const { reference } = await actions.begin(order.id)
      expect((await store.row(reference)).amount).toBe(MUG)
      await store.sandbox.pay(reference)
      expect(await actions.books(order.id)).toMatchObject({ owed: 0 })
    }
  )

  it.each(["payment", "order_payment_collection"])(
    "leaves no payment collection to be paid when the payment was returned, though a write to %s failed",
    async (table) => {
      const { order } = await boughtAndEdited()
      const { reference, collectionId } = await begin(order.id)
      const other = await store.post(
        `/store/payment-collections/${collectionId}/payment-sessions`,
        { provider_id: "pp_system_default" }
      )
      expect(other.status).toBe(200)
      await failingOnce(store, { writer: [table], nth: 1 }, async () => {
        await store.sandbox.pay(reference)
      })
      expect(await outcome(reference)).toBe("open")
      await actions.takeArticle(order.id)
      await store.passTime(MINUTE)
      await store.runJob("reconcile")
      expect(await outcome(reference)).toBe("returned")
      const { collections, owed } = await books(order.id)
      expect(owed).toBe(0)
      const asking = collections.filter(
        ({ status, amount }) => status === "not_paid" && amount > 0
      )
      expect(asking).toEqual([])
    }
  )

  describe("a payment that core captured in a process killed before its transaction", () => {
    async function captured() {
      const { order } = await boughtAndEdited()
      const { reference, sessionId } = await begin(order.id)
      await paidUnsettled(reference)
      await store.container
        .resolve(Modules.PAYMENT)
        .authorizePaymentSession(sessionId, {})
      const { payments } = await books(order.id)
      const payment = payments.find(({ data }) => data.reference === reference)!
      await tomorrowMorning(store)
      return { order, reference, payment }
    }

    it("cannot be refunded before it is booked", async () => {
      const { order, reference, payment } = await captured()
      const refunded = await refund(payment, 100)
      expect([refunded.status, refunded.data.message]).toEqual([
        400,
        expect.stringMatching(/not booked on its order yet/),
      ])
      await store.runJob("reconcile")
      expect(await outcome(reference)).toBe("placed")
      expect(await books(order.id)).toMatchObject({
        owed: 0,
        booked: [MORE, FIRST],
      })
      expect(atService()).toEqual([])
    })

    it("is returned once when its order is cancelled", async () => {
      const { order, reference } = await captured()
      expect((await cancel(order)).status).toBe(200)
      await store.runJob("reconcile")
      await store.passTime(24 * 60 * MINUTE)
      await runs()
      expect(await outcome(reference)).toBe("returned")
      const { booked, collections } = await books(order.id)
      expect(booked).toEqual([-FIRST, FIRST])
      const status = collections.map((one) => one.status)
      expect(status).toEqual(["canceled", "canceled"])
      expect(atService().sort()).toEqual([139_955, MUG])
      const alerts = await store.ledger.attention.read()
      expect(alerts.map(({ kind }) => kind)).not.toContain("failed-refund")
    })
  })

  describe("in the moment in which its payment is booked, an order", () => {
    /** The shopper pays; `meanwhile` happens before Medusa has captured it. */
    async function paidWhile(
      reference: string,
      meanwhile: () => Promise<unknown>
    ) {
      const paused = await pauseAtWrite(store.db, "capture", IS_OURS)
      const paying = store.sandbox.pay(reference)
      await paused.reached()
      await meanwhile()
      await paused.resume()
      await paying
      await store.refundsAreSent()
      await store.passTime(24 * 60 * MINUTE)
      await store.runJob("reconcile")
      await runs()
      expect(await outcome(reference)).toBe("returned")
    }

    /** The card's page of the same balance, and the webhook of who pays there. */
    async function cardOf(order_id: string) {
      const part = await store.adminPost("/admin/payment-collections", {
        ...{ order_id, amount: MORE },
      })
      const { id } = part.data.payment_collection
      const { data } = await store.post(
        `/store/payment-collections/${id}/payment-sessions`,
        { provider_id: "pp_system_default" }
      )
      const [session] = data.payment_collection.payment_sessions
      return () =>
        processPaymentWorkflow(store.container).run({
          input: {
            action: "captured",
            data: { session_id: session.id, amount: MORE },
          },
        })
    }

    it("that the store's own code cancels keeps no money", async () => {
      const { order } = await boughtAndEdited()
      const { reference } = await begin(order.id)
      await paidWhile(reference, () =>
        cancelOrderWorkflow(store.container).run({
          input: { order_id: order.id },
        })
      )
      expect(atService().sort()).toEqual([139_955, MUG])
    })

    it("whose balance another provider captures keeps it once", async () => {
      const { order } = await boughtAndEdited()
      const { reference } = await begin(order.id)
      await paidWhile(reference, await cardOf(order.id))
      expect(atService()).toEqual([MUG])
      expect(await books(order.id)).toMatchObject({ owed: 0 })
    })
  })
})
