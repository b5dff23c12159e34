import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { markCart } from "../../src/workflows/medusa-repairs/marked-orders"
import { modelBreaches } from "../laws/book-model"
import { readBookRows } from "../laws/book-rows"
import { ordersOf } from "../laws/books"
import { failingOnce } from "../laws/database-fault"
import { balanceDesk } from "../store/balance-desk"
import { MINUTE, tomorrowMorning } from "../store/calendar"
import { linkDesk } from "../store/link-desk"
import { Prices } from "../store/prices"
import { refundDesk } from "../store/refund-desk"
import { addresses } from "../../demo/shopper/buying.cjs"
import { withStore } from "../store/with-store"

/** What went wrong with payments of what an order owes, until it was found. */
withStore((store) => {
  const desk = balanceDesk(store)
  const { cancel, refund, atService, runs } = refundDesk(store)
  const FIRST = 1399.55
  const MORE = 433.35

  /** Pays, so that the ledger knows and no callback settles. */
  async function paidUnsettled(reference: string) {
    store.sandbox.set({ callbacks: { mode: "never" } })
    await store.sandbox.pay(reference)
    await store.ledger.learning.ask(await store.row(reference), "shopper")
  }

  const otherProvider = (collectionId: string) =>
    store.post(`/store/payment-collections/${collectionId}/payment-sessions`, {
      provider_id: "pp_system_default",
    })

  it("asks nobody to pay again for a cart whose order is just being placed", async () => {
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
    const again = await desk.choose(collectionId)
    expect([again.status, again.data.message]).toEqual([
      400,
      expect.stringMatching(/paid already/),
    ])
    await store.runJob("reconcile")
    expect((await store.row(reference)).outcome).toBe("placed")
  })

  it.each([4, 5, 6])(
    "asks nobody for a payment that is booked, though write %i of what is asked fails",
    async (nth) => {
      const { order } = await desk.boughtAndEdited()
      const { reference, collectionId } = await desk.begin(order.id)
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
      const { collections, booked, owed } = await desk.books(order.id)
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
    "leaves no demand of its own behind when the payment went back, though a write to %s failed",
    async (table, nth) => {
      const { order } = await desk.boughtAndEdited()
      const { reference, collectionId } = await desk.begin(order.id)
      expect((await otherProvider(collectionId)).status).toBe(200)
      await failingOnce(store, { writer: [table], nth }, async () => {
        await store.sandbox.pay(reference)
      })
      expect((await store.row(reference)).outcome).toBe("open")
      await desk.takeArticle(order.id)
      await store.passTime(MINUTE)
      await store.runJob("reconcile")
      expect((await store.row(reference)).outcome).toBe("returned")
      const { collections, owed } = await desk.books(order.id)
      expect(owed).toBe(0)
      const asking = collections.filter(
        ({ status, amount }) => status === "not_paid" && amount > 0
      )
      expect(asking).toEqual([])
    }
  )

  describe("a payment that core captured in a process killed before its transaction", () => {
    async function captured() {
      const { order } = await desk.boughtAndEdited()
      const { reference, sessionId } = await desk.begin(order.id)
      await paidUnsettled(reference)
      await store.container
        .resolve(Modules.PAYMENT)
        .authorizePaymentSession(sessionId, {})
      const { payments } = await desk.books(order.id)
      const payment = payments.find(({ data }) => data.reference === reference)!
      return { order, reference, payment }
    }

    it("is refunded by nobody before it is booked", async () => {
      const { order, reference, payment } = await captured()
      await tomorrowMorning(store)
      const refunded = await refund(payment, 100)
      expect([refunded.status, refunded.data.message]).toEqual([
        400,
        expect.stringMatching(/not booked on its order yet/),
      ])
      await store.runJob("reconcile")
      expect((await store.row(reference)).outcome).toBe("placed")
      expect(await desk.books(order.id)).toMatchObject({
        owed: 0,
        booked: [MORE, FIRST],
      })
      expect(atService()).toEqual([])
    })

    it("goes back once with its order, when that is cancelled", async () => {
      const { order, reference } = await captured()
      await tomorrowMorning(store)
      expect((await cancel(order)).status).toBe(200)
      await store.runJob("reconcile")
      await runs()
      expect((await store.row(reference)).outcome).toBe("returned")
      const { booked, collections } = await desk.books(order.id)
      expect(booked).toEqual([-FIRST, FIRST])
      const status = collections.map((one) => one.status)
      expect(status).toEqual(["canceled", "canceled"])
      expect(atService().sort()).toEqual([139_955, 43_335])
    })
  })

  it("names the order that does not owe a payment that is held, and asks nobody to place it", async () => {
    store.ledger.options.unplacedPayments = "hold"
    try {
      const { order } = await desk.boughtAndEdited()
      const { reference } = await desk.begin(order.id)
      await desk.takeArticle(order.id)
      await store.sandbox.pay(reference)
      const { data } = await store.adminGet("/admin/instalments/attention")
      const [item] = data.attention
      expect(item).toMatchObject({ reference, order_id: order.id })
      const words = [item.title, item.text, item.actions[0].label].join(" ")
      expect(words).not.toMatch(/place the order|without an order/i)
    } finally {
      store.ledger.options.unplacedPayments = "refund"
    }
  })

  it("takes the payment of what an order owed for none that has placed it", async () => {
    const prices = new Prices(store)
    const cartId = await prices.cart({ mugs: 1 })
    const { data } = await store.post("/store/payment-collections", {
      cart_id: cartId,
    })
    const chosen = await desk.choose(data.payment_collection.id)
    const reference =
      chosen.data.payment_collection.payment_sessions[0].data.reference
    const order = (await prices.transfer(cartId))!
    await desk.addArticle(order.id)
    const balance = await desk.begin(order.id)
    await store.sandbox.pay(balance.reference)
    expect((await store.row(balance.reference)).outcome).toBe("placed")
    await store.sandbox.pay(reference)
    const row = await store.row(reference)
    expect(row.outcome).toBe("returned")
    expect(row.held_reason).toMatch(/paid another way/)
  })

  it("lets no old tab pay an order again for which another provider has authorised a payment", async () => {
    const prices = new Prices(store)
    const cartId = await prices.cart({ mugs: 1 })
    const order = (await prices.transfer(cartId))!
    const { collections } = await desk.books(order.id)
    const again = await desk.choose(collections[0]!.id)
    expect([again.status, again.data.message]).toEqual([
      400,
      expect.stringMatching(/paid in another way/),
    ])
  })

  it("returns a payment when another provider has authorised the same amount meanwhile", async () => {
    const { order } = await desk.boughtAndEdited()
    const { reference, collectionId } = await desk.begin(order.id)
    const other = await otherProvider(collectionId)
    const [session] = other.data.payment_collection.payment_sessions
    await store.container
      .resolve(Modules.PAYMENT)
      .authorizePaymentSession(session.id, {})
    await store.sandbox.pay(reference)
    expect((await store.row(reference)).outcome).toBe("returned")
    const { booked, payments } = await desk.books(order.id)
    const later = payments.find(({ data }) => !data.reference)!
    const captured = await store.adminPost(
      `/admin/payments/${later.id}/capture`
    )
    expect(captured.status).toBe(200)
    expect(booked).toEqual([FIRST])
    expect(await desk.books(order.id)).toMatchObject({
      owed: 0,
      booked: [MORE, FIRST],
    })
  })

  it("returns the payment of an old tab when another provider has authorised all in a payment collection of later", async () => {
    const { order } = await desk.boughtAndEdited()
    const { reference, collectionId } = await desk.begin(order.id)
    await desk.authorise({ id: collectionId })
    // Core takes that one back, and asks for all in another collection.
    await desk.addArticle(order.id)
    const later = await desk.collection(order.id)
    expect(later.id).not.toBe(collectionId)
    const promised = await desk.authorise(later)
    await store.sandbox.pay(reference)
    expect(await store.row(reference)).toMatchObject({
      outcome: "returned",
      held_reason: expect.stringMatching(/being paid in another way/),
    })
    await store.adminPost(`/admin/payments/${promised.id}/capture`)
    const { owed, booked } = await desk.books(order.id)
    expect(owed).toBe(0)
    expect(booked).toEqual([2 * MORE, FIRST])
  })

  it("asks for the taxes of a draft too, which Medusa's stored summary does not have", async () => {
    await new Prices(store).tax({ rate: 15, inside: false })
    const id = await desk.draft(addresses)
    await desk.convert(id)
    const { linkTo, press, opened } = linkDesk(store)
    const { status } = await press(await linkTo(id))
    expect(status).toBe(303)
    const [row] = await opened(id)
    expect(row!.amount).toBe(99_671)
    await store.sandbox.pay(row!.id)
    expect(await store.row(row!.id)).toMatchObject({ outcome: "placed" })
    // Core books what its payment collection asks for, which is rounded nowhere.
    const { owed, booked } = await desk.books(id)
    expect({ owed, booked }).toEqual({ owed: 0, booked: [996.705] })
    await desk.addArticle(id)
    expect((await desk.books(id)).owed).toBeCloseTo(498.35, 1)
    const [order] = await ordersOf(store, [], [id])
    const [rows] = await readBookRows({ store }, [id])
    expect(modelBreaches(order!, rows!, [])).toEqual([])
  })

  it("takes no order for the leftover of a killed process because its payment by hand gave way to a link", async () => {
    const { cartId, reference } = await store.beginCheckout()
    const order = (await new Prices(store).transfer(cartId))!
    const { linkTo, press, opened } = linkDesk(store)
    expect((await press(await linkTo(order.id))).status).toBe(303)
    await store.sandbox.pay(reference)
    expect(await store.row(reference)).toMatchObject({
      outcome: "returned",
      held_reason: expect.stringMatching(/already became order/),
    })
    const [row] = await opened(order.id)
    await store.sandbox.pay(row!.id)
    expect(await store.row(row!.id)).toMatchObject({ outcome: "placed" })
    expect(await store.orders()).toMatchObject([
      { id: order.id, cart: { id: cartId } },
    ])
    expect((await desk.books(order.id)).owed).toBe(0)
  })
})
