import { Modules } from "@medusajs/framework/utils"
import { takeOut } from "../../src/workflows/refunds/books/take-out"
import { balanceDesk } from "../store/balance-desk"
import { tomorrowMorning } from "../store/calendar"
import { linkDesk, MUG } from "../store/link-desk"
import { Prices } from "../store/prices"
import { refundDesk } from "../store/refund-desk"
import { withStore } from "../store/with-store"

/** What orders owe, as somebody would pay, refund or break it at the wrong moment. */
withStore((store) => {
  const { owing, linkTo, linkOfOwing, open, press, opened, why } =
    linkDesk(store)
  const { addArticle, authorise, begin, ...desk } = balanceDesk(store)
  const { books, choose, collection } = desk
  const { refund, cancel, runs, atService } = refundDesk(store)
  const FIRST = 1399.55
  const MORE = MUG / 100

  describe("a deposit that was paid by hand, and the rest by a link", () => {
    async function deposited() {
      const prices = new Prices(store)
      const order = (await prices.transfer(await prices.cart({ mugs: 2 })))!
      const [byHand] = (await books(order.id)).payments
      const path = `/admin/payments/${byHand!.id}/capture`
      const taken = await store.adminPost(path, { amount: 500 })
      expect([taken.status, taken.data.message]).toEqual([200, undefined])
      const { owed } = await books(order.id)
      const url = await linkTo(order.id)
      expect((await press(url)).status).toBe(303)
      const [row] = await opened(order.id)
      expect(row!.amount).toBe(Math.round(owed * 100))
      await store.sandbox.pay(row!.id)
      return { order, owed, url, path, row: row! }
    }

    it("is booked beside it, and nothing of it can be taken by hand again", async () => {
      const { order, owed, path } = await deposited()
      const paid = await books(order.id)
      expect(paid.owed).toBe(0)
      expect(paid.booked).toEqual([500, owed].sort((a, b) => a - b))
      expect((await store.adminPost(path, { amount: 100 })).status).toBe(400)
      expect(await books(order.id)).toMatchObject({ owed: 0 })
    })

    it("goes back with the deposit when the order is cancelled", async () => {
      const { order, row } = await deposited()
      await tomorrowMorning(store)
      expect((await cancel(order)).status).toBe(200)
      await runs()
      expect(atService()).toEqual([row.amount])
      const { booked } = await books(order.id)
      expect(booked.reduce((sum, one) => sum + one, 0)).toBeCloseTo(0)
    })
  })

  it("books the payment of a page that was open already when a payment by hand was noted", async () => {
    const { id, url } = await linkOfOwing()
    await press(url)
    await authorise(await collection(id))
    expect(await why(id)).toBeNull()
    const { status, headers } = await press(url)
    expect(status).toBe(303)
    const rows = await opened(id)
    const led = rows.find((row) => row.payment_url === headers.location)!
    await store.sandbox.pay(led.id)
    expect(await store.row(led.id)).toMatchObject({ outcome: "placed" })
    expect(await books(id)).toMatchObject({ owed: 0, booked: [MORE, FIRST] })
  })

  it("tells nobody who may have paid that nothing was charged, when it cannot look", async () => {
    const { id, url } = await linkOfOwing()
    await press(url)
    const [row] = await opened(id)
    store.sandbox.set({ callbacks: { mode: "never" } })
    await store.sandbox.pay(row!.id)
    await store.passTime(60_000)
    const { db } = store
    await db.raw("alter table instalments_checkout rename to away")
    const pages = []
    try {
      pages.push(await open(`${url}?back=1`), await open(url), await press(url))
    } finally {
      await db.raw("alter table away rename to instalments_checkout")
    }
    for (const { status, words } of pages) {
      expect(status).toBe(503)
      expect(words).not.toContain("Nothing was charged")
      expect(words).toMatch(/do not pay again/)
    }
    expect((await open(`${url}?back=1`)).words).toContain(
      "Your payment has arrived"
    )
  })

  it("says of a payment that was refunded since that it was, and thanks nobody for it", async () => {
    const { id, url } = await linkOfOwing()
    await press(url)
    const [row] = await opened(id)
    await store.sandbox.pay(row!.id)
    await tomorrowMorning(store)
    const { payments } = await books(id)
    const payment = payments.find(({ data }) => data.reference === row!.id)!
    expect((await refund(payment, MORE)).status).toBe(200)
    await runs()
    expect(await books(id)).toMatchObject({ owed: 0 })
    expect(await why(id)).toMatch(/owes nothing/)
    expect((await open(url)).words).toContain("Your payment was refunded")
    // Owed again, and paid again: the new payment alone can go back.
    await addArticle(id)
    expect((await press(url)).status).toBe(303)
    const later = (await opened(id)).at(-1)!
    expect(later).toMatchObject({ amount: MUG })
    await store.sandbox.pay(later.id)
    expect(await store.row(later.id)).toMatchObject({ outcome: "placed" })
    expect(await books(id)).toMatchObject({ owed: 0 })
    await tomorrowMorning(store)
    expect((await cancel({ id })).status).toBe(200)
    await runs()
    expect(atService().sort()).toEqual([139_955, MUG, MUG])
  })

  it("takes nothing out of the books that has no name, for a refund that was not made", async () => {
    const id = await owing()
    const orders = store.container.resolve(Modules.ORDER)
    await orders.addOrderTransactions({
      order_id: id,
      amount: -10,
      currency_code: "zar",
      reference: "refund",
    })
    const before = (await books(id)).booked
    const booked = { order_id: id, transaction_id: null, credit: null }
    await takeOut(null, booked, store.container)
    expect((await books(id)).booked).toEqual(before)
  })

  it("leaves nothing to be asked for by anybody when a page of all and a page of a part are both paid", async () => {
    const id = await owing()
    await addArticle(id)
    const part = await store.adminPost("/admin/payment-collections", {
      order_id: id,
      amount: MORE,
    })
    expect(part.status).toBe(200)
    const all = await begin(id)
    const { data } = await choose(part.data.payment_collection.id)
    const [session] = data.payment_collection.payment_sessions
    store.sandbox.set({ callbacks: { mode: "never" } })
    await store.sandbox.pay(session.data.reference)
    await store.sandbox.pay(all.reference)
    await store.passTime(61 * 60_000)
    await store.runJob("reconcile")
    await store.runJob("reconcile")
    const rows = await opened(id)
    const placed = rows.filter(({ outcome }) => outcome === "placed")
    expect(rows.map(({ outcome }) => outcome).sort()).toEqual([
      "placed",
      "returned",
    ])
    const { owed, collections } = await books(id)
    expect(owed).toBeCloseTo((2 * MUG - placed[0]!.amount) / 100)
    const asked = collections
      .filter(({ status }) => status === "not_paid" || status === "awaiting")
      .reduce((sum, { amount }) => sum + amount, 0)
    expect(asked).toBeCloseTo(owed)
  })
})
