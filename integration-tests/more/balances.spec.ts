import { Modules } from "@medusajs/framework/utils"
import { createCartCreditLinesWorkflow } from "@medusajs/medusa/core-flows"
import { takeOut } from "../../src/workflows/refunds/books/book"
import { balanceActions } from "../harness/balance-actions"
import { MINUTE } from "../harness/calendar"
import { debitActions } from "../harness/debit-actions"
import { linkActions, MUG } from "../harness/link-actions"
import { OrderAdmin } from "../harness/order-admin"
import { Prices } from "../harness/prices"
import { refundActions } from "../harness/refund-actions"
import { shopClient } from "../harness/shop-client"
import { withStore } from "../harness/with-store"

/** How much an order owes, and of which payments it is not. */
withStore((store) => {
  const { adminPath, linkTo, open, press, opened } = linkActions(store)
  const { begin, books, boughtAndEdited, ...actions } = balanceActions(store)
  const { addArticle, choose, collection } = actions
  const { cancel, runs } = refundActions(store)
  const debit = debitActions(store)
  const FIRST = 1399.55
  const MORE = MUG / 100

  /** Pays by the order's link, and lets the plugin do all that it does in an hour. */
  async function payByLink(id: string) {
    const url = await linkTo(id)
    expect((await press(url)).status).toBe(303)
    const row = (await opened(id)).at(-1)!
    await store.sandbox.pay(row.id)
    for (let i = 0; i < 12; i++) {
      await store.passTime(5 * MINUTE)
      await store.runJob("reconcile")
    }
    const { outcome, held_reason } = await store.row(row.id)
    expect([outcome, held_reason]).toEqual(["placed", null])
    expect(await books(id)).toMatchObject({ owed: 0 })
    return { row, url }
  }

  it("comes to its total with all its payments, and goes back to the cent, though taxes make fractions of cents", async () => {
    const prices = new Prices(store)
    await prices.tax({ rate: 15, inside: false })
    await prices.courier(0)
    // Three mugs for R 10,50 each: with 15% on top that is 1 207,5 cents.
    await prices.mug(10.5)
    store.sandbox.set({
      rules: [{ from_amount: 1, to_amount: 10 ** 12, terms: [1] }],
    })
    await store.ledger.config.refresh()
    const { order } = await store.buy()
    await addArticle(order.id)
    await press(await linkTo(order.id))
    const [byLink] = await opened(order.id)
    await store.sandbox.pay(byLink!.id)
    await addArticle(order.id)
    await store.sandbox.pay((await begin(order.id)).reference)
    const rows = await store.ledger.listCheckouts({ order_id: order.id })
    const amounts = rows.map(({ amount }) => amount).sort()
    expect(rows.map(({ outcome }) => outcome)).toEqual(Array(3).fill("placed"))
    expect(amounts).toEqual([1_207, 1_208, 3_623])
    const at = `/admin/orders/${order.id}?fields=total`
    const { total } = (await store.adminGet(at)).data.order
    expect(Math.round(Number((total * 100).toFixed(6)))).toBe(6_038)
    expect((await books(order.id)).owed).toBe(0)
    expect((await cancel(order)).status).toBe(200)
    await store.passTime(24 * 60 * MINUTE)
    await runs()
    const back = [...store.sandbox.refundRequests.values()]
    expect(back.map(({ amount }) => amount).sort()).toEqual(amounts)
    const alerts = await store.ledger.attention.read()
    expect(alerts.filter(({ kind }) => kind !== "config-old")).toEqual([])
  })

  it("is paid in the collection of its cart when the debit of that failed, it was edited since and a part was waived", async () => {
    const cart_id = await store.fillCart()
    const { data } = await store.post("/store/payment-collections", { cart_id })
    const sessionId = await debit.choose(data.payment_collection.id)
    const answer = await store.post(`/store/carts/${cart_id}/complete`)
    const id: string = answer.data.order.id
    await debit.fails(sessionId)
    await debit.checkStatus(id, sessionId)
    await addArticle(id)
    const credit = { amount: 100, reference: "goodwill", reference_id: "1" }
    await store.adminPost(`/admin/orders/${id}/credit-lines`, credit)
    const { row, url } = await payByLink(id)
    expect(row.amount).toBe(129_955 + MUG)
    expect((await open(url)).words).toMatch(/Your payment has arrived/)
  })

  it("is paid in the collection of its cart also when that cost nothing and it was edited since", async () => {
    const { cartId } = await store.beginCheckout()
    await createCartCreditLinesWorkflow(store.container).run({
      input: [
        {
          ...{ cart_id: cartId, amount: FIRST },
          ...{ reference: "gift", reference_id: "gift_1", metadata: null },
        },
      ],
    })
    const done = await store.post(`/store/carts/${cartId}/complete`)
    expect(done.data).toMatchObject({ type: "order", order: { total: 0 } })
    await addArticle(done.data.order.id)
    await payByLink(done.data.order.id)
  })

  it("is in the shop what the payment page asks for, less what the merchant gave as credit, or a part that was asked for beside it", async () => {
    const { balance, start } = await shopClient(store)
    const { order } = await boughtAndEdited()
    const path = `/admin/orders/${order.id}/credit-lines`
    const credit = { amount: 200, reference: "goodwill", reference_id: "1" }
    expect((await store.adminPost(path, credit)).status).toBe(200)
    expect((await balance(order.id)).amount).toBe(233.35)
    expect((await start({ orderId: order.id })).amount).toBe(233.35)
    const part = await store.adminPost("/admin/payment-collections", {
      ...{ order_id: order.id, amount: 100 },
    })
    const chosen = await choose(part.data.payment_collection.id)
    expect(chosen.data.payment_collection).toMatchObject({ amount: 100 })
  })

  it("is in the shop what the payment page asks for also after a return was called off, for which core asked for nothing any more", async () => {
    const { balance, start } = await shopClient(store)
    const { order } = await store.buy()
    const admin = new OrderAdmin(store, order.id)
    expect(await admin.deliver()).toBe(true)
    await addArticle(order.id)
    expect(await admin.askBack()).toBe(true)
    const { data } = await store.adminGet(
      `/admin/returns?order_id=${order.id}&fields=id`
    )
    const path = `/admin/returns/${data.returns[0].id}/cancel`
    expect((await store.adminPost(path)).status).toBe(200)
    expect((await balance(order.id)).amount).toBe(MORE)
    expect((await start({ orderId: order.id })).amount).toBe(MORE)
    expect((await open(await linkTo(order.id))).words).toContain("R 433,35")
  })

  it("can be paid while a second payment of the order's cart is held", async () => {
    const { order, cartId } = await store.buy()
    const { reference: second } = await store.beginCheckout()
    await store
      .db("instalments_checkout")
      .where({ id: second })
      .update({
        ...{ cart_id: cartId, status: "successful", outcome: "held" },
        ...{ held_reason: "It was paid already.", next_check_at: null },
      })
    await addArticle(order.id)
    expect((await store.adminPost(adminPath(order.id))).status).toBe(200)
    const { reference } = await begin(order.id)
    await store.sandbox.pay(reference)
    expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
  })

  it("has a payment that is not taken for the one that placed the order", async () => {
    const prices = new Prices(store)
    const cartId = await prices.cart({ mugs: 1 })
    const { data } = await store.post("/store/payment-collections", {
      cart_id: cartId,
    })
    const chosen = await choose(data.payment_collection.id)
    const reference =
      chosen.data.payment_collection.payment_sessions[0].data.reference
    const order = (await prices.transfer(cartId))!
    await addArticle(order.id)
    const balance = await begin(order.id)
    await store.sandbox.pay(balance.reference)
    expect((await store.row(balance.reference)).outcome).toBe("placed")
    await store.sandbox.pay(reference)
    expect(await store.row(reference)).toMatchObject({
      outcome: "returned",
      held_reason: expect.stringMatching(/without this payment/),
    })
  })

  it("loses no transaction without an id for a refund that was not made", async () => {
    const { id } = (await store.buy()).order
    await store.container.resolve(Modules.ORDER).addOrderTransactions({
      ...{ order_id: id, amount: -10, currency_code: "zar" },
      reference: "refund",
    })
    const before = (await books(id)).booked
    const booked = { order_id: id, transaction_id: null, credit: null }
    await takeOut(null, booked, store.container)
    expect((await books(id)).booked).toEqual(before)
  })

  describe("marked as paid by its merchant while a shopper pays it", () => {
    async function markAsPaid(order_id: string, by: object = {}) {
      const { id } = await collection(order_id)
      const path = `/admin/payment-collections/${id}/mark-as-paid`
      const body = { order_id, ...by }
      const { status, data } = await store.adminPost(path, body)
      return { status, message: String(data.message) }
    }

    it("is asked about first, so that a payment whose callback was lost is booked instead", async () => {
      const { order } = await boughtAndEdited()
      const { reference } = await begin(order.id)
      store.sandbox.set({ callbacks: { mode: "never" } })
      await store.sandbox.pay(reference)
      expect((await markAsPaid(order.id)).status).toBe(400)
      expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
      expect((await books(order.id)).booked).toHaveLength(2)
    })

    it("is not marked as paid by instalments, for which no checkout is opened and no session left", async () => {
      const { order } = await boughtAndEdited()
      const opened = store.sandbox.checkouts.size
      const by = { provider_id: "pp_instalments_instalments" }
      expect(await markAsPaid(order.id, by)).toMatchObject({
        status: 400,
        message: expect.stringMatching(/cannot be marked as paid by hand/),
      })
      expect(store.sandbox.checkouts.size).toBe(opened)
      const { id } = await collection(order.id)
      const left = { payment_collection_id: id }
      expect(await store.db("payment_session").where(left)).toEqual([])
    })

    it("is not marked while a payment that has arrived is not booked", async () => {
      const { order } = await boughtAndEdited()
      const { reference } = await begin(order.id)
      store.sandbox.set({ callbacks: { mode: "never" } })
      await store.sandbox.pay(reference)
      await store.ledger.learning.check(await store.row(reference), "shopper")
      expect(await markAsPaid(order.id)).toMatchObject({
        status: 400,
        message: expect.stringMatching(
          /has arrived and is not booked yet.* It was not marked as paid\.$/
        ),
      })
      await store.passTime(MINUTE)
      await store.runJob("reconcile")
      expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
    })

    it("is marked when nobody has paid, whatever its shopper wrote under the cart's mark, and a page that is paid then goes back", async () => {
      const prices = new Prices(store)
      const cartId = await prices.cart({ mugs: 1 })
      const metadata = { instalments_cart_id: 5 }
      await store.post(`/store/carts/${cartId}`, { metadata })
      const { id } = (await prices.transfer(cartId))!
      await addArticle(id)
      await press(await linkTo(id))
      const [row] = await opened(id)
      expect((await markAsPaid(id)).status).toBe(200)
      expect(await books(id)).toMatchObject({ owed: 0 })
      await store.sandbox.pay(row!.id)
      expect((await store.row(row!.id)).outcome).toBe("returned")
    })
  })
})
