import { paidCallback } from "../harness/paid-callback"
import { addresses } from "../../demo/shopper/buying.cjs"
import { modelBreaches } from "../laws/book-model"
import { readBookRows } from "../laws/book-rows"
import { ordersOf } from "../laws/books"
import { failingOnce } from "../laws/database-fault"
import { balanceActions } from "../harness/balance-actions"
import { MINUTE, tomorrowMorning } from "../harness/calendar"
import { linkActions, MUG } from "../harness/link-actions"
import { Prices } from "../harness/prices"
import { refundActions } from "../harness/refund-actions"
import { withStore } from "../harness/with-store"

/** What an order owes after it was edited, paid in instalments. */
withStore((store) => {
  const actions = balanceActions(store)
  const { linkTo, open, press, opened, why } = linkActions(store)
  const { cancel, requests, atService } = refundActions(store)
  /** Three mugs and their delivery, and a mug more, in major units. */
  const FIRST = 1399.55
  const MORE = MUG / 100

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

  afterEach(() => {
    store.ledger.options.unplacedPayments = "refund"
  })

  describe("the payment of what an edited order owes", () => {
    it("is booked on that order, once, however often the callback comes", async () => {
      const { order } = await actions.boughtAndEdited()
      const { reference, sessionId } = await actions.begin(order.id)
      const row = await store.row(reference)
      expect(row).toMatchObject({
        ...{ cart_id: null, order_id: order.id },
        ...{ outcome: "open", amount: MUG },
      })
      const { request } = store.sandbox.checkouts.get(row.checkout_id!)!
      const { data } = await store.adminGet(`/admin/orders/${order.id}`)
      const name = `Order ${data.order.display_id}, balance`
      expect(request).toMatchObject({
        customer: { email: "thandi@example.com", first_name: "Thandi" },
        line_items: [{ name, amount: MUG, quantity: 1 }],
      })
      const told = async () => {
        const path = `/store/instalments/payment-sessions/${sessionId}`
        const { status, order_id } = (await store.get(path)).data.payment
        return [status, order_id]
      }
      expect(await told()).toEqual(["pending", null])
      await store.sandbox.pay(reference)
      await Promise.all([
        store.deliver(paidCallback(reference)),
        store.deliver(paidCallback(reference)),
        store.runJob("reconcile"),
      ])
      await booked(order.id, reference)
      expect(await told()).toEqual(["paid", order.id])
    })

    it("is booked by the job when the callback is lost, and no second one can be made", async () => {
      const { order } = await actions.boughtAndEdited()
      const { reference, collectionId } = await actions.begin(order.id)
      store.sandbox.set({ callbacks: { mode: "never" } })
      await store.sandbox.pay(reference)
      await store.passTime(61 * MINUTE)
      await store.runJob("reconcile")
      await booked(order.id, reference)
      const again = await actions.choose(collectionId)
      expect([again.status, again.data.message]).toEqual([
        400,
        expect.stringMatching(/owes nothing/),
      ])
    })

    it.each([
      ["core's books", ["payment", "capture", "order_transaction"], 3],
      ["the payment collections", ["payment_collection"], 5],
    ])(
      "is booked once, and asked for by no other collection, though the database fails a write of %s",
      async (_, writer, nth) => {
        const { order } = await actions.boughtAndEdited()
        const { reference, collectionId } = await actions.begin(order.id)
        const path = `/store/payment-collections/${collectionId}/payment-sessions`
        const other = { provider_id: "pp_system_default" }
        expect((await store.post(path, other)).status).toBe(200)
        await failingOnce(store, { writer, nth }, async () => {
          await store.sandbox.pay(reference)
        })
        await store.passTime(MINUTE)
        await store.runJob("reconcile")
        expect(await outcome(reference)).toBe("placed")
        const books = await actions.books(order.id)
        expect(books).toMatchObject({ owed: 0, booked: [MORE, FIRST] })
        const asked = books.collections.map(({ amount }) => amount)
        expect(asked.sort((a, b) => a - b)).toEqual([0, MORE, FIRST])
      }
    )

    it("leaves the rest owed when another article was added meanwhile, and takes no more than that", async () => {
      const { order } = await actions.boughtAndEdited()
      const old = await actions.begin(order.id)
      await actions.addArticle(order.id)
      const all = await actions.begin(order.id)
      await store.sandbox.pay(old.reference)
      expect(await outcome(old.reference)).toBe("placed")
      expect((await actions.books(order.id)).owed).toBeCloseTo(MORE)
      const rest = await actions.begin(order.id)
      expect((await store.row(rest.reference)).amount).toBe(MUG)
      await store.sandbox.pay(all.reference)
      expect(await outcome(all.reference)).toBe("returned")
      await store.sandbox.pay(rest.reference)
      expect(await actions.books(order.id)).toMatchObject({
        owed: 0,
        booked: [MORE, MORE, FIRST],
      })
    })

    it("is returned, with the reason, when the order was edited back", async () => {
      const { order } = await actions.boughtAndEdited()
      const { reference } = await actions.begin(order.id)
      await actions.takeArticle(order.id)
      await store.sandbox.pay(reference)
      expect(await store.row(reference)).toMatchObject({
        outcome: "returned",
        held_reason: expect.stringMatching(
          /^Order \d+ owes R\s0,00 now, R\s433,35 were paid/
        ),
      })
      expect((await actions.books(order.id)).booked).toEqual([FIRST])
      const made = await requests()
      expect(made).toMatchObject([{ reference, reason: "unplaced" }])
    })

    it("is held, where the store wants that, named with its order, and booked by hand once it is owed again", async () => {
      store.ledger.options.unplacedPayments = "hold"
      const { order } = await actions.boughtAndEdited()
      const { reference } = await actions.begin(order.id)
      await actions.takeArticle(order.id)
      await store.sandbox.pay(reference)
      expect(await outcome(reference)).toBe("held")
      const { data } = await store.adminGet("/admin/instalments/attention")
      const [item] = data.attention
      expect(item).toMatchObject({ reference, order_id: order.id })
      const words = [item.title, item.text, item.actions[0].label].join(" ")
      expect(words).not.toMatch(/place the order|without an order/i)
      await actions.addArticle(order.id)
      const path = `/admin/instalments/checkouts/${reference}/settle`
      expect((await store.adminPost(path)).status).toBe(200)
      await booked(order.id, reference)
    })
  })

  it("refunds the payment that the merchant chose, up to its amount, and all of them when the order is cancelled", async () => {
    const { order, payment } = await actions.boughtAndEdited()
    const { reference } = await actions.begin(order.id)
    await store.sandbox.pay(reference)
    const { payments } = await actions.books(order.id)
    const balance = payments.find(({ data }) => data.reference === reference)!
    await tomorrowMorning(store)
    const refund = async (id: string, amount: number) =>
      (await store.adminPost(`/admin/payments/${id}/refund`, { amount })).status
    expect(await refund(balance.id, 433.36)).toBe(400)
    expect(await refund(balance.id, 100)).toBe(200)
    expect(await refund(payment.id, 1000)).toBe(200)
    const sent = (await requests()).filter(({ status }) => status !== "refused")
    expect(sent).toMatchObject([
      { reference, amount: 10_000 },
      { reference: payment.data.reference, amount: 100_000 },
    ])
    expect((await cancel(order)).status).toBe(200)
    await store.passTime(3 * MINUTE)
    await store.runJob("refunds")
    expect(atService()).toHaveLength(4)
    expect(atService().sort((a, b) => a - b)).toEqual([
      ...[10_000, 33_335, 39_955, 100_000],
    ])
    const { booked } = await actions.books(order.id)
    expect(booked.reduce((sum, one) => sum + one, 0)).toBeCloseTo(0)
  })

  it("takes a draft's money, with its taxes, once it is an order: one order, one captured payment", async () => {
    await new Prices(store).tax({ rate: 15, inside: false })
    const id = await actions.draft(addresses)
    expect(await why(id)).toMatch(/is a draft. Convert it/)
    await actions.convert(id)
    const url = await linkTo(id)
    expect((await open(url)).words).toContain("R 996,71")
    expect((await press(url)).status).toBe(303)
    const [row] = await opened(id)
    const { request } = store.sandbox.checkouts.get(row!.checkout_id!)!
    expect(request.line_items).toMatchObject([
      { name: "2 × Mug", amount: 99_671, quantity: 1 },
    ])
    await store.sandbox.pay(row!.id)
    expect(await outcome(row!.id)).toBe("placed")
    // What was paid is booked; the total is R 996,705.
    expect(await actions.books(id)).toMatchObject({
      ...{ owed: 0, booked: [996.71] },
      payments: [{ amount: 996.71, data: { reference: row!.id } }],
    })
    expect(await store.orders()).toHaveLength(1)
    await actions.addArticle(id)
    expect((await actions.books(id)).owed).toBeCloseTo(498.35, 1)
    const [order] = await ordersOf(store, [], [id])
    const [rows] = await readBookRows({ store }, [id])
    expect(modelBreaches(order!, rows!, [])).toEqual([])
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
    await store.passTime(61 * MINUTE)
    await store.runJob("reconcile")
    await store.runJob("reconcile")
    const rows = await opened(id)
    expect(rows.map(({ outcome }) => outcome).sort()).toEqual([
      "placed",
      "returned",
    ])
    const placed = rows.find(({ outcome }) => outcome === "placed")!
    const { owed, collections } = await actions.books(id)
    expect(owed).toBeCloseTo((2 * MUG - placed.amount) / 100)
    const asked = collections
      .filter(({ status }) => status === "not_paid" || status === "awaiting")
      .reduce((sum, { amount }) => sum + amount, 0)
    expect(asked).toBeCloseTo(owed)
  })
})
