import { createCartCreditLinesWorkflow } from "@medusajs/medusa/core-flows"
import { balanceActions } from "../harness/balance-actions"
import { MINUTE } from "../harness/calendar"
import { debitActions } from "../harness/debit-actions"
import { linkActions, MUG } from "../harness/link-actions"
import { Prices } from "../harness/prices"
import { withStore } from "../harness/with-store"

/**
 * What an order owes is paid in the payment collection of its cart, as core asks for it
 * there while nothing was paid into it. The cart keeps the total that it had.
 */
withStore((store) => {
  const { linkTo, press, open, opened } = linkActions(store)
  const { books, begin, ...actions } = balanceActions(store)
  const debit = debitActions(store)
  const FIRST = 1399.55

  /** Everything that the plugin does about a payment within an hour. */
  async function later() {
    for (let i = 0; i < 12; i++) {
      await store.passTime(5 * MINUTE)
      await store.runJob("reconcile")
    }
  }

  /** An order that its shopper wanted to pay by a debit, which has failed. */
  async function unpaid() {
    const cart_id = await store.fillCart()
    const { data } = await store.post("/store/payment-collections", { cart_id })
    const collectionId: string = data.payment_collection.id
    const sessionId = await debit.choose(collectionId)
    const answer = await store.post(`/store/carts/${cart_id}/complete`)
    const id: string = answer.data.order.id
    await debit.fails(sessionId)
    await debit.checkStatus(id, sessionId)
    return { id, collectionId }
  }

  /** An order that cost nothing, by a credit of all of it. */
  async function free() {
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
    return String(done.data.order.id)
  }

  /** An order that cost nothing, by a code that takes everything off. */
  async function freeByCode() {
    const prices = new Prices(store)
    await prices.code("FREE", {
      ...{ type: "percentage", value: 100, currency_code: "zar" },
      ...{ target_type: "items", allocation: "across" },
    })
    await prices.courier(0)
    const cartId = await prices.cart({ mugs: 1 })
    await store.post("/store/payment-collections", { cart_id: cartId })
    await store.post(`/store/carts/${cartId}/promotions`, {
      promo_codes: ["FREE"],
    })
    const done = await store.post(`/store/carts/${cartId}/complete`)
    expect(done.data).toMatchObject({ type: "order", order: { total: 0 } })
    return String(done.data.order.id)
  }

  async function payByLink(id: string) {
    const url = await linkTo(id)
    expect((await press(url)).status).toBe(303)
    const row = (await opened(id)).at(-1)!
    await store.sandbox.pay(row.id)
    await later()
    return { row, url }
  }

  async function expectBooked(id: string, reference: string) {
    const { outcome, held_reason } = await store.row(reference)
    expect([outcome, held_reason]).toEqual(["placed", null])
    expect(await books(id)).toMatchObject({ owed: 0 })
  }

  it("takes by a link what an order owes whose debit failed and that was edited since", async () => {
    const { id } = await unpaid()
    await actions.addArticle(id)
    const { row, url } = await payByLink(id)
    expect(row.amount).toBe(139_955 + MUG)
    await expectBooked(id, row.id)
    expect((await open(url)).words).toMatch(/Your payment has arrived/)
  })

  it("takes by a link what an order owes whose debit failed and of which the merchant has waived a part", async () => {
    const { id } = await unpaid()
    const credit = { amount: 100, reference: "goodwill", reference_id: "1" }
    await store.adminPost(`/admin/orders/${id}/credit-lines`, credit)
    const { row } = await payByLink(id)
    expect(row.amount).toBe(129_955)
    await expectBooked(id, row.id)
  })

  it("takes in the shop what an order owes whose debit failed and that was edited since", async () => {
    const { id } = await unpaid()
    await actions.addArticle(id)
    const { reference } = await begin(id)
    await store.sandbox.pay(reference)
    await later()
    await expectBooked(id, reference)
  })

  it.each([
    ["a credit", free],
    ["a code", freeByCode],
  ])(
    "takes what an order owes that cost nothing by %s and was edited since",
    async (_, make) => {
      const id = await make()
      await actions.addArticle(id)
      const { row } = await payByLink(id)
      await expectBooked(id, row.id)
    }
  )
})
