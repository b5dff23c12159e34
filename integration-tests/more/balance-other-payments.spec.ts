import { Modules } from "@medusajs/framework/utils"
import { createOrderPaymentCollectionWorkflow } from "@medusajs/medusa/core-flows"
import { addresses } from "../../demo/shopper/buying.cjs"
import { balanceActions } from "../harness/balance-actions"
import { tomorrowMorning } from "../harness/calendar"
import { DEBIT } from "../harness/debit-actions"
import { linkActions, MUG } from "../harness/link-actions"
import { Prices } from "../harness/prices"
import { refundActions } from "../harness/refund-actions"
import { withStore } from "../harness/with-store"

/** What an order owes, when it is also paid by hand or through another provider. */
withStore((store) => {
  const { owing, linkTo, linkOfOwing, open, press, opened, why } =
    linkActions(store)
  const { addArticle, authorise, begin, ...actions } = balanceActions(store)
  const { books, choose, collection } = actions
  const { refund, cancel, runs, atService } = refundActions(store)
  const otherProvider = (collectionId: string) =>
    store.post(`/store/payment-collections/${collectionId}/payment-sessions`, {
      provider_id: "pp_system_default",
    })
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

    it("is booked beside it, and cannot be captured by hand again", async () => {
      const { order, owed, path } = await deposited()
      const paid = await books(order.id)
      expect(paid.owed).toBe(0)
      expect(paid.booked).toEqual([500, owed].sort((a, b) => a - b))
      expect((await store.adminPost(path, { amount: 100 })).status).toBe(400)
      expect(await books(order.id)).toMatchObject({ owed: 0 })
    })

    it("is returned with the deposit when the order is cancelled", async () => {
      const { order, row } = await deposited()
      await tomorrowMorning(store)
      expect((await cancel(order)).status).toBe(200)
      await runs()
      expect(atService()).toEqual([row.amount])
      const { booked } = await books(order.id)
      expect(booked.reduce((sum, one) => sum + one, 0)).toBeCloseTo(0)
    })
  })

  it("says what an order owes beside a part that another provider holds, when too much is asked for", async () => {
    const id = await actions.draft(addresses)
    await actions.convert(id)
    const [held, second] = await parts(id, [566.7, 500])
    await authorise({ id: held! }, DEBIT)
    expect((await choose(second!)).data.message).toMatch(
      /in another way already. It owes R.300,00 more/
    )
  })

  it("leaves the other parts of what is owed as they are when one is paid, also one that another provider holds", async () => {
    const id = await actions.draft(addresses)
    await actions.convert(id)
    const [held, first, second] = await parts(id, [366.7, 200, 300])
    const { id: paymentId } = await authorise({ id: held! }, DEBIT)
    await payPart(first!)
    const after = await books(id)
    expect(after.payments.find((one) => one.id === paymentId)).toMatchObject({
      canceled_at: null,
    })
    const part = (of?: string) => after.collections.find((one) => one.id === of)
    expect(part(held)).toMatchObject({ status: "authorized", amount: 366.7 })
    expect(part(second)).toMatchObject({ status: "not_paid", amount: 300 })
  })

  it("asks for no more than is owed by the parts that are left", async () => {
    const id = await actions.draft(addresses)
    await actions.convert(id)
    const [first, second, third] = await parts(id, [500, 500, 100])
    await payPart(first!)
    const { collections } = await books(id)
    const asked = (of?: string) =>
      collections.find((one) => one.id === of)?.amount
    expect([asked(second), asked(third)]).toEqual([366.7, 100])
  })

  it.each([0, 1])(
    "can be paid by a link when part %s of it is noted by hand, which the link replaces",
    async (which) => {
      const id = await actions.draft(addresses)
      await actions.convert(id)
      const ids = await parts(id, [366.7, 500])
      await authorise({ id: ids[which]! })
      expect((await press(await linkTo(id))).status).toBe(303)
      const [row] = await opened(id)
      await store.sandbox.pay(row!.id)
      expect(await books(id)).toMatchObject({ owed: 0, booked: [866.7] })
    }
  )

  /** Payment collections of an order that the shop's own code makes. */
  async function parts(order_id: string, amounts: number[]) {
    const ids: string[] = []
    for (const amount of amounts) {
      const { result } = await createOrderPaymentCollectionWorkflow(
        store.container
      ).run({ input: { order_id, amount } })
      // Medusa's type of the answer is of one; it is a list.
      ids.push((result as unknown as { id: string }[])[0]!.id)
    }
    return ids
  }

  async function payPart(collectionId: string) {
    const { data } = await choose(collectionId)
    const [session] = data.payment_collection.payment_sessions
    await store.sandbox.pay(session.data.reference)
    expect(await store.row(session.data.reference)).toMatchObject({
      outcome: "placed",
    })
  }

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

  describe("an order whose payment another provider has authorised", () => {
    const payments = () => store.container.resolve(Modules.PAYMENT)
    const asked = async (collectionId: string) => {
      const before = await payments().listPaymentSessions()
      const { status, data } = await choose(collectionId)
      const isKept =
        JSON.stringify(await payments().listPaymentSessions()) ===
        JSON.stringify(before)
      return [status, data.message, isKept]
    }
    const authorised = async () => {
      const prices = new Prices(store)
      const order = await prices.transfer(await prices.cart({ mugs: 1 }))
      const { collections } = await books(order!.id)
      const [{ payments: made, id }] = collections as [(typeof collections)[0]]
      return { collectionId: id, payment_id: made[0]!.id }
    }

    it("is refused to an old tab, and core lets nothing go", async () => {
      const { collectionId, payment_id } = await authorised()
      expect(await asked(collectionId)).toEqual([
        400,
        expect.stringMatching(/paid in another way/),
        true,
      ])
      await store.adminPost(`/admin/payments/${payment_id}/capture`)
      expect(await asked(collectionId)).toEqual([
        400,
        expect.stringMatching(/owes nothing/),
        true,
      ])
    })

    it("is paid in instalments once that payment is cancelled", async () => {
      const { collectionId, payment_id } = await authorised()
      await payments().cancelPayment(payment_id)
      expect((await choose(collectionId)).status).toBe(200)
    })
  })

  it("returns a payment when another provider has authorised the same amount meanwhile", async () => {
    const { order } = await actions.boughtAndEdited()
    const { reference, collectionId } = await begin(order.id)
    const other = await otherProvider(collectionId)
    const [session] = other.data.payment_collection.payment_sessions
    await store.container
      .resolve(Modules.PAYMENT)
      .authorizePaymentSession(session.id, {})
    await store.sandbox.pay(reference)
    expect((await store.row(reference)).outcome).toBe("returned")
    const { booked, payments } = await books(order.id)
    const later = payments.find(({ data }) => !data.reference)!
    const captured = await store.adminPost(
      `/admin/payments/${later.id}/capture`
    )
    expect(captured.status).toBe(200)
    expect(booked).toEqual([FIRST])
    expect(await books(order.id)).toMatchObject({
      owed: 0,
      booked: [MORE, FIRST],
    })
  })

  it("tells who paid beside what another provider holds that it is returned", async () => {
    const { id, url } = await linkOfOwing()
    await press(url)
    const [row] = await opened(id)
    await authorise(await collection(id), "pp_other_other")
    await store.sandbox.pay(row!.id)
    expect((await store.row(row!.id)).outcome).toBe("returned")
    expect((await open(`${url}?back=1`)).words).toContain(
      "Your payment is being returned to you"
    )
  })

  it("returns the payment of an old tab when another provider has authorised all in a later payment collection", async () => {
    const { order } = await actions.boughtAndEdited()
    const { reference, collectionId } = await begin(order.id)
    await authorise({ id: collectionId })
    // Core cancels that one, and asks for all in another collection.
    await addArticle(order.id)
    const later = await collection(order.id)
    expect(later.id).not.toBe(collectionId)
    const promised = await authorise(later)
    await store.sandbox.pay(reference)
    expect(await store.row(reference)).toMatchObject({
      outcome: "returned",
      held_reason: expect.stringMatching(/being paid in another way/),
    })
    await store.adminPost(`/admin/payments/${promised.id}/capture`)
    const { owed, booked } = await books(order.id)
    expect(owed).toBe(0)
    expect(booked).toEqual([2 * MORE, FIRST])
  })

  it("does not roll back an order as a killed process's when a link replaced its payment by hand", async () => {
    const { cartId, reference } = await store.beginCheckout()
    const order = (await new Prices(store).transfer(cartId))!
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
    expect((await books(order.id)).owed).toBe(0)
  })
})
