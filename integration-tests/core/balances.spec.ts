import { Modules } from "@medusajs/framework/utils"
import { takeOut } from "../../src/workflows/refunds/books/book"
import { paidCallback } from "../harness/paid-callback"
import { modelBreaches } from "../laws/book-model"
import { readBookRows } from "../laws/book-rows"
import { ordersOf } from "../laws/books"
import { failingOnce } from "../laws/database-fault"
import { balanceActions } from "../harness/balance-actions"
import { MINUTE, tomorrowMorning } from "../harness/calendar"
import { linkActions, MUG } from "../harness/link-actions"
import { Prices } from "../harness/prices"
import { refundActions } from "../harness/refund-actions"
import { addresses } from "../../demo/shopper/buying.cjs"
import { withStore } from "../harness/with-store"

/** What an order owes after it was edited, paid in instalments. */
withStore((store) => {
  const actions = balanceActions(store)
  const { cancel, requests, atService, runs } = refundActions(store)
  /** One mug and its delivery, and a mug more, in major units. */
  const FIRST = 1399.55
  const MORE = 433.35

  const outcome = async (reference: string) =>
    (await store.row(reference))!.outcome

  /** The payment is booked, once, and nothing is owed any more. */
  async function booked(orderId: string, reference: string) {
    expect(await store.row(reference)).toMatchObject({
      outcome: "placed",
      order_id: orderId,
    })
    const books = await actions.books(orderId)
    expect(books).toMatchObject({ owed: 0, booked: [MORE, FIRST] })
    expect(books.payments).toHaveLength(2)
    expect(atService()).toEqual([])
  }

  /** The payment is returned, and the order has no part of it. */
  async function returned(orderId: string, reference: string) {
    expect(await outcome(reference)).toBe("returned")
    const { payments } = await actions.books(orderId)
    const references = payments.map(({ data }) => data.reference)
    expect(references).not.toContain(reference)
    expect(await requests()).toMatchObject([{ reference, reason: "unplaced" }])
  }

  describe("the payment of what an edited order owes", () => {
    it("is booked on that order, once, however often the callback comes", async () => {
      const { order } = await actions.boughtAndEdited()
      const { reference, sessionId } = await actions.begin(order.id)
      expect(await store.row(reference)).toMatchObject({
        cart_id: null,
        order_id: order.id,
        outcome: "open",
        amount: 43_335,
      })
      const status = () =>
        store.get(`/store/instalments/payment-sessions/${sessionId}`)
      expect((await status()).data.payment).toMatchObject({
        status: "pending",
        order_id: null,
      })
      await store.sandbox.pay(reference)
      await Promise.all([
        store.deliver(paidCallback(reference)),
        store.deliver(paidCallback(reference)),
        store.runJob("reconcile"),
      ])
      await booked(order.id, reference)
      expect((await status()).data.payment).toMatchObject({
        status: "paid",
        order_id: order.id,
      })
    })

    it("is created at the service for that order, with the shopper's details", async () => {
      const { order } = await actions.boughtAndEdited()
      const { reference } = await actions.begin(order.id)
      const { checkout_id } = (await store.row(reference))!
      const { request } = store.sandbox.checkouts.get(checkout_id!)!
      const { data } = await store.adminGet(`/admin/orders/${order.id}`)
      const name = `Order ${data.order.display_id}, balance`
      expect(request).toMatchObject({
        amount: 43_335,
        customer: { email: "thandi@example.com", first_name: "Thandi" },
        line_items: [{ name, amount: 43_335, quantity: 1 }],
      })
    })

    it("is booked when the callback is lost, by the job", async () => {
      const { order } = await actions.boughtAndEdited()
      const { reference } = await actions.begin(order.id)
      store.sandbox.set({ callbacks: { mode: "never" } })
      await store.sandbox.pay(reference)
      await store.passTime(61 * MINUTE)
      await store.runJob("reconcile")
      await booked(order.id, reference)
    })

    it("is booked though the shopper has chosen another way to pay meanwhile", async () => {
      const { order } = await actions.boughtAndEdited()
      const { reference, collectionId } = await actions.begin(order.id)
      const other = await store.post(
        `/store/payment-collections/${collectionId}/payment-sessions`,
        { provider_id: "pp_system_default" }
      )
      expect(other.status).toBe(200)
      await store.sandbox.pay(reference)
      expect(await outcome(reference)).toBe("placed")
      const books = await actions.books(order.id)
      expect(books).toMatchObject({ owed: 0, booked: [MORE, FIRST] })
      const asked = books.collections.map(({ amount }) => amount)
      expect(asked.sort()).toEqual([0, FIRST, MORE])
    })

    it.each([1, 2, 3, 4, 5, 6])(
      "is booked once though the database fails write %i of core's books",
      async (nth) => {
        const { order } = await actions.boughtAndEdited()
        const { reference } = await actions.begin(order.id)
        const tables = ["payment", "capture", "order_transaction"]
        await failingOnce(store, { writer: tables, nth }, async () => {
          await store.sandbox.pay(reference)
        })
        await store.passTime(MINUTE)
        await store.runJob("reconcile")
        await booked(order.id, reference)
        const { collections } = await actions.books(order.id)
        const captured = collections.map((one) => one.captured_amount)
        expect(captured.sort()).toEqual([FIRST, MORE])
      }
    )

    it("leaves the rest owed when another article was added meanwhile", async () => {
      const { order } = await actions.boughtAndEdited()
      const { reference } = await actions.begin(order.id)
      await actions.addArticle(order.id)
      await store.sandbox.pay(reference)
      expect(await outcome(reference)).toBe("placed")
      const books = await actions.books(order.id)
      expect(books.booked).toEqual([MORE, FIRST])
      expect(books.owed).toBeCloseTo(MORE)
      const open = await actions.collection(order.id)
      const rest = books.collections.find(({ id }) => id === open.id)
      expect(rest?.amount).toBeCloseTo(MORE)
      const second = await actions.begin(order.id)
      await store.sandbox.pay(second.reference)
      expect(await actions.books(order.id)).toMatchObject({
        owed: 0,
        booked: [MORE, MORE, FIRST],
      })
    })

    it("of an old tab and of a new one: what the order does not owe is returned", async () => {
      const { order } = await actions.boughtAndEdited()
      const old = await actions.begin(order.id)
      await actions.addArticle(order.id)
      const fresh = await actions.begin(order.id)
      await store.sandbox.pay(old.reference)
      await store.sandbox.pay(fresh.reference)
      expect(await outcome(old.reference)).toBe("placed")
      await returned(order.id, fresh.reference)
      expect((await actions.books(order.id)).owed).toBeCloseTo(MORE)
    })
  })

  describe("is returned when the order does not owe it any more:", () => {
    it("it was edited back", async () => {
      const { order } = await actions.boughtAndEdited()
      const { reference } = await actions.begin(order.id)
      await actions.takeArticle(order.id)
      await store.sandbox.pay(reference)
      await returned(order.id, reference)
      expect((await store.row(reference))!.held_reason).toMatch(
        /^Order \d+ owes R\s0,00 now, R\s433,35 were paid/
      )
    })

    it("it was cancelled", async () => {
      const { order } = await actions.boughtAndEdited()
      const { reference } = await actions.begin(order.id)
      expect((await cancel(order)).status).toBe(200)
      await store.sandbox.pay(reference)
      expect(await outcome(reference)).toBe("returned")
      expect((await store.row(reference))!.held_reason).toMatch(/is cancelled/)
      const reasons = (await requests()).map(({ reason }) => reason)
      expect(reasons.sort()).toEqual(["merchant", "unplaced"])
    })

    it("it was paid in another way", async () => {
      const { order } = await actions.boughtAndEdited()
      const { reference, collectionId } = await actions.begin(order.id)
      const paid = await store.adminPost(
        `/admin/payment-collections/${collectionId}/mark-as-paid`,
        { order_id: order.id }
      )
      expect(paid.status).toBe(200)
      await store.sandbox.pay(reference)
      await returned(order.id, reference)
      expect(await actions.books(order.id)).toMatchObject({
        owed: 0,
        booked: [MORE, FIRST],
      })
    })

    it("it does not exist any more", async () => {
      const { order } = await actions.boughtAndEdited()
      const { reference } = await actions.begin(order.id)
      await store.container.resolve(Modules.ORDER).deleteOrders([order.id])
      await store.sandbox.pay(reference)
      expect(await outcome(reference)).toBe("returned")
    })

    it("or is held, where the store wants that, and booked by hand once it is owed again", async () => {
      store.ledger.options.unplacedPayments = "hold"
      try {
        const { order } = await actions.boughtAndEdited()
        const { reference } = await actions.begin(order.id)
        await actions.takeArticle(order.id)
        await store.sandbox.pay(reference)
        expect(await outcome(reference)).toBe("held")
        const { id } = await actions.collection(order.id)
        const again = await actions.choose(id)
        expect(again.status).toBe(400)
        await actions.addArticle(order.id)
        const settled = await store.adminPost(
          `/admin/instalments/checkouts/${reference}/settle`
        )
        expect(settled.status).toBe(200)
        await booked(order.id, reference)
      } finally {
        store.ledger.options.unplacedPayments = "refund"
      }
    })
  })

  it("charges no shopper twice: refuses after a payment has arrived, and when nothing is owed", async () => {
    const { order } = await actions.boughtAndEdited()
    const { id } = await actions.collection(order.id)
    const { reference } = await actions.begin(order.id)
    store.sandbox.set({ callbacks: { mode: "never" } })
    await store.sandbox.pay(reference)

    await store.runJob("reconcile")
    await store.passTime(61 * MINUTE)
    await store.runJob("reconcile")
    const again = await actions.choose(id)
    expect([again.status, again.data.message]).toEqual([
      400,
      expect.stringMatching(/owes nothing/),
    ])
  })

  it("goes back once when a process was killed before it was booked, and the merchant cancels the order meanwhile", async () => {
    const { order } = await actions.boughtAndEdited()
    const { reference } = await actions.begin(order.id)
    await store.sandbox.pay(reference)
    const orders = store.container.resolve(Modules.ORDER)
    const booked = await orders.listOrderTransactions({ order_id: order.id })
    const [own] = booked.filter(({ amount }) => Number(amount) === MORE)
    await orders.deleteOrderTransactions([own!.id])
    const open = { outcome: "open", outcome_at: null }
    await store
      .db("instalments_checkout")
      .where({ id: reference })
      .update({ ...open, look_after: new Date(store.ledger.now()) })
    expect((await cancel(order)).status).toBe(200)
    await store.runJob("reconcile")
    await store.passTime(24 * 60 * MINUTE)
    await runs()
    expect(await outcome(reference)).toBe("returned")
    expect(atService()).toEqual([139_955, 43_335])
    expect((await actions.books(order.id)).booked).toEqual([-FIRST, FIRST])
    const kinds = (await store.ledger.attention.read()).map(({ kind }) => kind)
    expect(kinds).not.toContain("failed-refund")
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
        .update({ ...open, look_after: new Date(store.ledger.now()) })
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
      expect((await store.row(reference)).amount).toBe(43_335)
      await store.sandbox.pay(reference)
      expect(await actions.books(order.id)).toMatchObject({ owed: 0 })
    }
  )

  it("takes what an order owes also while a second payment of its cart is held", async () => {
    const { order, cartId } = await store.buy()
    const { reference: second } = await store.beginCheckout()
    await store
      .db("instalments_checkout")
      .where({ id: second })
      .update({
        ...{ cart_id: cartId, status: "successful", outcome: "held" },
        ...{ held_reason: "It was paid already.", look_after: null },
      })
    await actions.addArticle(order.id)
    const link = linkActions(store).adminPath(order.id)
    expect((await store.adminPost(link)).status).toBe(200)
    const { reference } = await actions.begin(order.id)
    await store.sandbox.pay(reference)
    await booked(order.id, reference)
  })

  it("gives the same checkout to two tabs", async () => {
    const { order } = await actions.boughtAndEdited()
    const { id } = await actions.collection(order.id)
    const answers = await Promise.all([actions.choose(id), actions.choose(id)])
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    const rows = await store.ledger.listCheckouts({ order_id: order.id })
    expect(rows.filter(({ cart_id }) => cart_id === null)).toHaveLength(1)
  })

  it("refunds the payment that the merchant chose, up to its amount", async () => {
    const { order, payment } = await actions.boughtAndEdited()
    const { reference } = await actions.begin(order.id)
    await store.sandbox.pay(reference)
    const { payments } = await actions.books(order.id)
    const balance = payments.find(({ data }) => data.reference === reference)!
    await tomorrowMorning(store)
    const refund = (id: string, amount: number) =>
      store.adminPost(`/admin/payments/${id}/refund`, { amount })
    expect((await refund(balance.id, 433.36)).status).toBe(400)
    expect((await refund(balance.id, 100)).status).toBe(200)
    expect((await refund(payment.id, 1000)).status).toBe(200)
    await store.passTime(MINUTE)
    await store.runJob("refunds")
    const sent = (await requests()).filter(({ status }) => status !== "refused")
    expect(sent).toMatchObject([
      { reference, amount: 10_000, status: "pending" },
      { amount: 100_000, status: "pending" },
    ])
    expect(sent[1]!.reference).not.toBe(reference)
  })

  it("takes a draft order's money once it is an order: one order, one captured payment", async () => {
    const id = await actions.draft()
    const link = `/admin/instalments/orders/${id}/payment-link`
    const refused = await store.adminPost(link)
    expect([refused.status, refused.data.message]).toEqual([
      409,
      expect.stringMatching(/is a draft. Convert it/),
    ])
    await actions.convert(id)
    const { data } = await store.adminPost(link)
    expect(data.payment_link).toMatchObject({ amount: 86_670 })
    const pressed = await store.api.post(data.payment_link.url, "", {
      maxRedirects: 0,
      validateStatus: () => true,
      headers: { "content-type": "application/x-www-form-urlencoded" },
    })
    expect(pressed.status).toBe(303)
    const [row] = await store.ledger.listCheckouts({ order_id: id })
    const { request } = store.sandbox.checkouts.get(row!.checkout_id!)!
    expect(request.line_items).toEqual([
      { name: "2 × Mug", amount: 86_670, quantity: 1 },
    ])
    await store.sandbox.pay(row!.id)
    expect(await actions.books(id)).toMatchObject({
      owed: 0,
      booked: [866.7],
      payments: [{ amount: 866.7, data: { reference: row!.id } }],
    })
    expect(await store.orders()).toHaveLength(1)
  })

  it("returns all payments of an order that is cancelled", async () => {
    const { order } = await actions.boughtAndEdited()
    const { reference } = await actions.begin(order.id)
    await store.sandbox.pay(reference)
    await tomorrowMorning(store)
    expect((await cancel(order)).status).toBe(200)
    await store.passTime(3 * MINUTE)
    await store.runJob("refunds")
    expect(atService().sort()).toEqual([139_955, 43_335])
    const totals = await actions.books(order.id)
    expect(totals.booked.reduce((sum, one) => sum + one, 0)).toBeCloseTo(0)
  })

  it("removes no transaction without an id from the books, for a refund that was not made", async () => {
    const id = (await actions.boughtAndEdited()).order.id
    const orders = store.container.resolve(Modules.ORDER)
    await orders.addOrderTransactions({
      order_id: id,
      amount: -10,
      currency_code: "zar",
      reference: "refund",
    })
    const before = (await actions.books(id)).booked
    const booked = { order_id: id, transaction_id: null, credit: null }
    await takeOut(null, booked, store.container)
    expect((await actions.books(id)).booked).toEqual(before)
  })

  it("asks only for the rest when a page for all and a page for a part are both paid", async () => {
    const id = (await actions.boughtAndEdited()).order.id
    await actions.addArticle(id)
    const part = await store.adminPost("/admin/payment-collections", {
      order_id: id,
      amount: MORE,
    })
    expect(part.status).toBe(200)
    const all = await actions.begin(id)
    const { data } = await actions.choose(part.data.payment_collection.id)
    const [session] = data.payment_collection.payment_sessions
    store.sandbox.set({ callbacks: { mode: "never" } })
    await store.sandbox.pay(session.data.reference)
    await store.sandbox.pay(all.reference)
    await store.passTime(61 * 60_000)
    await store.runJob("reconcile")
    await store.runJob("reconcile")
    const rows = await linkActions(store).opened(id)
    const placed = rows.filter(({ outcome }) => outcome === "placed")
    expect(rows.map(({ outcome }) => outcome).sort()).toEqual([
      "placed",
      "returned",
    ])
    const { owed, collections } = await actions.books(id)
    expect(owed).toBeCloseTo((2 * MUG - placed[0]!.amount) / 100)
    const asked = collections
      .filter(({ status }) => status === "not_paid" || status === "awaiting")
      .reduce((sum, { amount }) => sum + amount, 0)
    expect(asked).toBeCloseTo(owed)
  })

  it("names the order that does not owe a held payment, and does not offer to place it", async () => {
    store.ledger.options.unplacedPayments = "hold"
    try {
      const { order } = await actions.boughtAndEdited()
      const { reference } = await actions.begin(order.id)
      await actions.takeArticle(order.id)
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

  it("does not take a balance's payment for the payment that placed the order", async () => {
    const prices = new Prices(store)
    const cartId = await prices.cart({ mugs: 1 })
    const { data } = await store.post("/store/payment-collections", {
      cart_id: cartId,
    })
    const chosen = await actions.choose(data.payment_collection.id)
    const reference =
      chosen.data.payment_collection.payment_sessions[0].data.reference
    const order = (await prices.transfer(cartId))!
    await actions.addArticle(order.id)
    const balance = await actions.begin(order.id)
    await store.sandbox.pay(balance.reference)
    expect((await store.row(balance.reference)).outcome).toBe("placed")
    await store.sandbox.pay(reference)
    const row = await store.row(reference)
    expect(row.outcome).toBe("returned")
    expect(row.held_reason).toMatch(/without this payment/)
  })

  it("asks for the taxes of a draft too, which Medusa's stored summary does not have", async () => {
    await new Prices(store).tax({ rate: 15, inside: false })
    const id = await actions.draft(addresses)
    await actions.convert(id)
    const { linkTo, press, opened } = linkActions(store)
    const { status } = await press(await linkTo(id))
    expect(status).toBe(303)
    const [row] = await opened(id)
    expect(row!.amount).toBe(99_671)
    await store.sandbox.pay(row!.id)
    expect(await store.row(row!.id)).toMatchObject({ outcome: "placed" })
    // What was paid is booked; the total is R 996,705.
    const { owed, booked } = await actions.books(id)
    expect({ owed, booked }).toEqual({ owed: 0, booked: [996.71] })
    await actions.addArticle(id)
    expect((await actions.books(id)).owed).toBeCloseTo(498.35, 1)
    const [order] = await ordersOf(store, [], [id])
    const [rows] = await readBookRows({ store }, [id])
    expect(modelBreaches(order!, rows!, [])).toEqual([])
  })
})
