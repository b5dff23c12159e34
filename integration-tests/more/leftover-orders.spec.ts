import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { PROVIDER_ID } from "../../src/modules/instalments/rules"
import { repairCompletion } from "../../src/workflows/medusa-repairs/killed-completion"
import {
  CART_MARK,
  markCart,
  readMarkedOrders,
} from "../../src/workflows/medusa-repairs/marked-orders"
import { completeUnsettled } from "../harness/complete-unsettled"
import { linkActions } from "../harness/link-actions"
import { eventually, pauseAtWrite } from "../harness/pause-at-write"
import { readTotals } from "../harness/read-totals"
import { refundActions } from "../harness/refund-actions"
import { withStore } from "../harness/with-store"

const MINUTE = 60_000

withStore((store) => {
  const { cancel, fail, requests } = refundActions(store)
  /**
   * Pays without a callback: the ledger knows the payment, and it is not
   * settled.
   */
  const pay = async (reference: string) => {
    store.sandbox.set({ callbacks: { mode: "never" } })
    await store.sandbox.pay(reference)
    await store.ledger.learning.check(await store.row(reference), "shopper")
  }

  /**
   * The state after a completion that was killed right after it made the order.
   */
  const leftOrder = async (cartId: string) => {
    await markCart(cartId, store.container)
    const carts = store.container.resolve(Modules.CART)
    const cart = await carts.retrieveCart(cartId, { relations: ["items"] })
    const orders = store.container.resolve(Modules.ORDER)
    const [item] = cart.items!
    const order = await orders.createOrders({
      region_id: cart.region_id,
      currency_code: cart.currency_code,
      sales_channel_id: cart.sales_channel_id,
      email: cart.email,
      status: "pending",
      metadata: cart.metadata!,
      items: [
        { title: item!.title, quantity: 1, unit_price: item!.unit_price },
      ],
    })
    return order.id
  }

  /** The state after one that was killed when it had captured the payment. */
  const leftUnbooked = async () => {
    const { cartId, reference } = await store.beginCheckout()
    await pay(reference)
    const id = await completeUnsettled(store, cartId)
    const orders = store.container.resolve(Modules.ORDER)
    const booked = await orders.listOrderTransactions({ order_id: id })
    await orders.deleteOrderTransactions(booked.map((one) => one.id))
    return { id, reference }
  }

  const dated = (order: string, ms: number) =>
    store
      .db("order")
      .where({ id: order })
      .update({ created_at: new Date(Date.now() + ms) })

  const statusOf = async (cartId: string) => {
    const orders = await store.orders()
    return orders.map(({ cart }) => (cart?.id === cartId ? "its" : "unlinked"))
  }

  it.each([
    ["5 minutes behind", -5 * MINUTE],
    ["5 minutes ahead", 5 * MINUTE],
    ["a year behind", -365 * 24 * 60 * MINUTE],
  ])(
    "finds the order of a killed completion whose process's clock was %s",
    async (_, ms) => {
      const { cartId, reference } = await store.beginCheckout()
      await pay(reference)
      await dated(await leftOrder(cartId), ms)
      await store.runJob("reconcile")
      expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
      expect(await statusOf(cartId)).toEqual(["its"])
    }
  )

  describe("a shopper who completes the cart whose completion was killed before its payment", () => {
    const leftLinked = async (cartId: string) => {
      const order_id = await leftOrder(cartId)
      await store.container.resolve(ContainerRegistrationKeys.LINK).create({
        [Modules.ORDER]: { order_id },
        [Modules.CART]: { cart_id: cartId },
      })
      return order_id
    }

    it("is told the order that stays, and that is paid", async () => {
      const { cartId, reference } = await store.beginCheckout()
      const left = await leftLinked(cartId)
      await pay(reference)
      const { data } = await store.post(`/store/carts/${cartId}/complete`)
      expect(data.type).toBe("order")
      expect(data.order.id).not.toBe(left)
      expect(await store.row(reference)).toMatchObject({
        outcome: "placed",
        order_id: data.order.id,
      })
      expect(await statusOf(cartId)).toEqual(["its"])
    })

    it("is told to ask again while settling rests", async () => {
      const { cartId, reference } = await store.beginCheckout()
      await leftLinked(cartId)
      await pay(reference)
      await store
        .db("instalments_checkout")
        .where({ id: reference })
        .update({
          settle_attempts: 1,
          look_after: new Date(store.ledger.now() + MINUTE),
        })
      const { status, data } = await store.post(
        `/store/carts/${cartId}/complete`
      )
      expect([status, data.order]).toEqual([409, undefined])
    })
  })

  it("rolls back the order that another completion leaves while settling waits for the cart's lock", async () => {
    const { cartId, reference } = await store.beginCheckout()
    await pay(reference)
    const locking = store.container.resolve(Modules.LOCKING)
    const acquire = locking.acquire.bind(locking)
    jest.spyOn(locking, "acquire").mockImplementationOnce(async (...all) => {
      await leftOrder(cartId)
      return acquire(...all)
    })
    await store.runJob("reconcile")
    expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
    expect(await statusOf(cartId)).toEqual(["its"])
  })

  it.each([
    ["linked to its cart", true],
    ["not linked yet", false],
  ])(
    "lets nobody pay in the shop, or mark as paid, an order that a completion has left %s, as its payment has arrived",
    async (_, isLinked) => {
      const { cartId, reference } = await store.beginCheckout()
      await pay(reference)
      const order_id = await leftOrder(cartId)
      if (isLinked) {
        await store.container.resolve(ContainerRegistrationKeys.LINK).create({
          [Modules.ORDER]: { order_id },
          [Modules.CART]: { cart_id: cartId },
        })
      }
      const { data: made } = await store.adminPost(
        "/admin/payment-collections",
        { order_id, amount: 433.35 }
      )
      expect(made).toMatchObject({ payment_collection: {} })
      const { status, data } = await store.post(
        `/store/payment-collections/${made.payment_collection.id}/payment-sessions`,
        { provider_id: PROVIDER_ID }
      )
      expect([status, data.message]).toEqual([
        400,
        expect.stringContaining("A payment for this order has arrived"),
      ])
      expect(await store.ledger.listCheckouts({})).toHaveLength(1)
      const marked = await store.adminPost(
        `/admin/payment-collections/${made.payment_collection.id}/mark-as-paid`,
        { order_id }
      )
      expect([marked.status, marked.data.message]).toEqual([
        400,
        expect.stringContaining("It was not marked as paid."),
      ])
    }
  )

  it("gives no link to pay the order that a completion has left, and tells who asks by it that its payment has arrived", async () => {
    const { cartId, reference } = await store.beginCheckout()
    await pay(reference)
    const left = await leftOrder(cartId)
    const told = await store.get(`/store/instalments/payment-sessions/${left}`)
    expect(told.data.payment).toEqual({
      ...{ status: "pending", order_id: null, payment_url: null },
    })
    const path = linkActions(store).adminPath(left)
    const { status, data } = await store.adminPost(path)
    expect([status, data.message]).toEqual([
      409,
      expect.stringContaining(`Look at checkout ${reference} before`),
    ])
    await store.runJob("reconcile")
    expect(await statusOf(cartId)).toEqual(["its"])
  })

  describe("the order that a completion has left, and that a merchant has edited since", () => {
    /** A new version of it, as each order edit makes one. */
    const edited = async (cartId: string) => {
      const id = await leftOrder(cartId)
      await linkActions(store).oneMore(id)
      return id
    }
    const linkOf = async (id: string) => {
      const { status, data } = await store.adminPost(
        linkActions(store).adminPath(id)
      )
      return [status, data.message]
    }

    it("gets no link before its cart is paid, so that not both are", async () => {
      const { cartId } = await store.beginCheckout()
      expect(await linkOf(await edited(cartId))).toEqual([
        409,
        expect.stringContaining("was left unfinished"),
      ])
    })

    it("gets none either when its cart is also linked to an order that core has deleted", async () => {
      const { cartId } = await store.beginCheckout()
      const left = await edited(cartId)
      await store.container.resolve(ContainerRegistrationKeys.LINK).create({
        [Modules.ORDER]: { order_id: "order_that_is_gone" },
        [Modules.CART]: { cart_id: cartId },
      })
      expect(await linkOf(left)).toEqual([
        409,
        expect.stringContaining("was left unfinished"),
      ])
    })

    it("gets none after its cart became the paid order, beside which it stays unpaid", async () => {
      const { cartId, reference } = await store.beginCheckout()
      const left = await edited(cartId)
      await pay(reference)
      await store.runJob("reconcile")
      const { outcome, order_id } = await store.row(reference)
      expect(outcome).toBe("placed")
      expect(order_id).not.toBe(left)
      const placed = (await store.orders()).find(({ id }) => id === order_id)
      expect(placed!.payment_collections[0]!.payments).toHaveLength(1)
      expect(await linkOf(left)).toEqual([
        409,
        expect.stringContaining("was left unfinished"),
      ])
    })
  })

  it("gives a link to pay the copy that a shop made of a placed order, with its mark", async () => {
    const { order, cartId } = await store.buy()
    const copy = await leftOrder(cartId)
    expect(copy).not.toBe(order.id)
    const path = linkActions(store).adminPath(copy)
    const { status, data } = await store.adminPost(path)
    expect([status, data.message]).toEqual([200, undefined])
  })

  it("finds the order of an earlier checkout's killed completion of the same cart", async () => {
    const earlier = await store.beginCheckout()
    const left = await leftOrder(earlier.cartId)
    await dated(left, -MINUTE)
    await store
      .db("instalments_checkout")
      .where({ id: earlier.reference })
      .update({ created_at: new Date(Date.now() - 2 * MINUTE) })
    const { data } = await store.post(`/store/payment-collections`, {
      cart_id: earlier.cartId,
    })
    await store.passTime(31 * MINUTE)
    const again = await store.post(
      `/store/payment-collections/${data.payment_collection.id}/payment-sessions`,
      { provider_id: "pp_instalments_instalments" }
    )
    const [session] = again.data.payment_collection.payment_sessions
    const { reference } = session.data
    expect(reference).not.toBe(earlier.reference)
    await pay(reference)
    await store.runJob("reconcile")
    expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
    expect(await statusOf(earlier.cartId)).toEqual(["its"])
  })

  it("does not touch the order of another cart to which a shopper gave this cart's mark", async () => {
    const other = await store.buy()
    const { cartId, reference } = await store.beginCheckout()
    await store.container
      .resolve(Modules.ORDER)
      .updateOrders([{ id: other.order.id, metadata: { [CART_MARK]: cartId } }])
    expect(
      await readMarkedOrders(
        { id: reference, cart_id: cartId },
        store.container
      )
    ).toEqual([])
    await pay(reference)
    await store.runJob("reconcile")
    expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
    expect(await statusOf(cartId)).toEqual(
      expect.arrayContaining(["its", "unlinked"])
    )
  })

  it.each(["completed", "archived"] as const)(
    "books the payment on an order that a merchant has %s after a killed completion",
    async (status) => {
      const { id, reference } = await leftUnbooked()
      await store.container
        .resolve(Modules.ORDER)
        .updateOrders([{ id, status }])
      await store.runJob("reconcile")
      expect(await store.row(reference)).toMatchObject({
        outcome: "placed",
        order_id: id,
      })
      expect(await readTotals(store, id)).toMatchObject({
        transactions: [1399.55],
      })
    }
  )

  describe("an order that a merchant cancels after a killed completion has captured its payment, and before it was booked,", () => {
    const cancelledUnbooked = async () => {
      const { id, reference } = await leftUnbooked()
      expect((await cancel({ id })).status).toBe(200)
      expect(await store.row(reference)).toMatchObject({ outcome: "open" })
      return { id, reference }
    }

    it.each([
      ["keeps its payment, which has gone back by that", false],
      ["keeps it also when the order is archived by then", true],
    ])("%s", async (_, isArchived) => {
      const { id, reference } = await cancelledUnbooked()
      if (isArchived) {
        const { status } = await store.adminPost(`/admin/orders/${id}/archive`)
        expect(status).toBe(200)
      }
      const told: string[] = []
      const bus = store.container.resolve(Modules.EVENT_BUS)
      jest.spyOn(bus, "emit").mockImplementation(async (events) => {
        told.push(...[events].flat().map(({ name }) => name))
      })
      await store.runJob("reconcile")
      expect(await store.row(reference)).toMatchObject({
        outcome: "placed",
        order_id: id,
      })
      expect(told).not.toContain("order.placed")
      expect(await requests()).toMatchObject([{ amount: 139_955 }])
      const { transactions, ...totals } = await readTotals(store, id)
      expect(transactions.sort()).toEqual([-1399.55, 1399.55])
      expect(totals).toMatchObject({
        paid_total: 1399.55,
        refunded_total: 1399.55,
      })
    })

    it("tells of its refund when that fails", async () => {
      await cancelledUnbooked()
      await store.runJob("reconcile")
      await store.passTime(24 * 60 * MINUTE)
      await store.runJob("refunds")
      await fail()
      expect(await store.ledger.attention.read()).toContainEqual(
        expect.objectContaining({ kind: "failed-refund", amount: 139_955 })
      )
    })
  })

  it("does not touch the order of a completion that is under way", async () => {
    const { cartId, reference } = await store.beginCheckout()
    await pay(reference)
    const payment = await pauseAtWrite(store.db, "payment")
    const completing = store.post(`/store/carts/${cartId}/complete`)
    await payment.reached()
    const made = await store.orders()
    expect(made).toHaveLength(1)
    const locking = store.container.resolve(Modules.LOCKING)
    const asked = jest.spyOn(locking, "acquire")
    const checkout = await store.row(reference)
    const mending = repairCompletion(
      { ...checkout, cart_id: cartId },
      store.container
    )
    let mended = false
    void mending.then(() => (mended = true))
    // A second request for the lock means that the first was refused.
    await eventually(() => mended || asked.mock.calls.length > 1)
    expect(mended).toBe(false)
    await payment.resume()
    await Promise.all([completing, mending])
    asked.mockRestore()
    await store.runJob("reconcile")
    expect(await store.row(reference)).toMatchObject({
      outcome: "placed",
      order_id: made[0]!.id,
    })
    const [order, ...others] = await store.orders()
    expect(others).toEqual([])
    expect(order!.payment_collections[0]!.payments).toHaveLength(1)
  })

  it("finds them by an index, also among many orders", async () => {
    const { db } = store
    await db.raw(`
      insert into "order" (id, currency_code, metadata)
      select 'order_' || n, 'zar', case when n % 2 = 0 then
        jsonb_build_object('${CART_MARK}', 'cart_' || n) end
      from generate_series(1, 20000) as n`)
    await db.raw('analyze "order"')
    const asked: string[] = []
    const note = ({ sql }: { sql: string }) => void asked.push(sql)
    db.on("query", note)
    const of = { id: "inst_1", cart_id: "cart_10000" }
    await readMarkedOrders(of, store.container)
    db.removeListener("query", note)
    const sql = asked.find((statement) => statement.includes(CART_MARK))
    const { rows } = await db.raw(`explain ${sql}`)
    expect(JSON.stringify(rows)).toContain("IDX_instalments_order_cart_mark")
  })
})
