import { Modules } from "@medusajs/framework/utils"
import { createOrderPaymentCollectionWorkflow } from "@medusajs/medusa/core-flows"
import { addresses } from "../../demo/shopper/buying.cjs"
import { PROVIDER_ID } from "../../src/modules/instalments/name"
import { balanceActions } from "../harness/balance-actions"
import { tomorrowMorning } from "../harness/calendar"
import { DEBIT, debitActions } from "../harness/debit-actions"
import { DAY_MS, linkActions, MUG } from "../harness/link-actions"
import { Prices } from "../harness/prices"
import { refundActions } from "../harness/refund-actions"
import { shopClient } from "../harness/shop-client"
import { withStore } from "../harness/with-store"

const BY_HAND = "pp_system_default"
/** A provider of another plugin's. */
const OTHER = "pp_other_other"

/**
 * What an order owes, when it is also paid by hand, by another provider, or by a
 * debit that is under way for days.
 */
withStore((store) => {
  const { linkTo, linkOfOwing, open, press, opened, why } = linkActions(store)
  const { addArticle, authorise, begin, ...actions } = balanceActions(store)
  const { books, choose, collection } = actions
  const { cancel, runs, atService } = refundActions(store)
  const debit = debitActions(store)
  const payments = () => store.container.resolve(Modules.PAYMENT)
  const FIRST = 1399.55
  const MORE = MUG / 100

  const sessionsAt = (collectionId: string) =>
    `/store/payment-collections/${collectionId}/payment-sessions`

  /** A draft of two mugs that became an order, with these parts asked for. */
  async function inParts(amounts: number[]) {
    const id = await actions.draft(addresses)
    await actions.convert(id)
    const parts: string[] = []
    for (const amount of amounts) {
      const { result } = await createOrderPaymentCollectionWorkflow(
        store.container
      ).run({ input: { order_id: id, amount } })
      // Medusa's type of the answer is of one; it is a list.
      parts.push((result as unknown as { id: string }[])[0]!.id)
    }
    return [id, ...parts] as [string, string, string, string]
  }

  async function payPart(collectionId: string) {
    const { data } = await choose(collectionId)
    const [session] = data.payment_collection.payment_sessions
    await store.sandbox.pay(session.data.reference)
    expect(await store.row(session.data.reference)).toMatchObject({
      outcome: "placed",
    })
  }

  it("the other parts of an order ask for no more than it owes when one is paid", async () => {
    const [id, first, second, third] = await inParts([500, 500, 100])
    await payPart(first)
    const { collections } = await books(id)
    const asked = (of: string) =>
      collections.find((one) => one.id === of)?.amount
    expect([asked(second), asked(third)]).toEqual([366.7, 100])
  })

  describe("by hand, an order", () => {
    it("has a deposit, and the rest by a link: neither is captured again, and both go back when it is cancelled", async () => {
      const prices = new Prices(store)
      const order = (await prices.transfer(await prices.cart({ mugs: 2 })))!
      const [byHand] = (await books(order.id)).payments
      const path = `/admin/payments/${byHand!.id}/capture`
      const taken = await store.adminPost(path, { amount: 500 })
      expect([taken.status, taken.data.message]).toEqual([200, undefined])
      const { owed } = await books(order.id)
      expect((await press(await linkTo(order.id))).status).toBe(303)
      const [row] = await opened(order.id)
      expect(row!.amount).toBe(Math.round(owed * 100))
      await store.sandbox.pay(row!.id)
      expect((await store.adminPost(path, { amount: 100 })).status).toBe(400)
      const paid = await books(order.id)
      expect(paid.owed).toBe(0)
      expect(paid.booked).toEqual([500, owed].sort((a, b) => a - b))
      await tomorrowMorning(store)
      expect((await cancel(order)).status).toBe(200)
      await runs()
      expect(atService()).toEqual([row!.amount])
      const { booked } = await books(order.id)
      expect(booked.reduce((sum, one) => sum + one, 0)).toBeCloseTo(0)
    })

    it("has one of two parts noted, which its link replaces", async () => {
      const [id, first] = await inParts([366.7, 500])
      await authorise({ id: first })
      expect((await press(await linkTo(id))).status).toBe(303)
      const [row] = await opened(id)
      await store.sandbox.pay(row!.id)
      const { owed, booked, payments } = await books(id)
      expect({ owed, booked }).toEqual({ owed: 0, booked: [866.7] })
      expect(payments.filter((one) => one.canceled_at)).toHaveLength(1)
    })

    it("has its payment noted while a page is open, whose payment is booked", async () => {
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

    it("is not rolled back as a killed process's when a link replaced its payment", async () => {
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

  describe("by another provider, an order", () => {
    it("keeps the part that is authorised, and asks for the rest, when another part is paid", async () => {
      const [id, held, first, second] = await inParts([366.7, 200, 300])
      const { id: paymentId } = await authorise({ id: held }, DEBIT)
      const more = await store.adminPost("/admin/payment-collections", {
        ...{ order_id: id, amount: 600 },
      })
      expect(
        (await choose(more.data.payment_collection.id)).data.message
      ).toMatch(/in another way already. It owes R.500,00 more/)
      await payPart(first)
      const after = await books(id)
      expect(after.payments.find((one) => one.id === paymentId)).toMatchObject({
        canceled_at: null,
      })
      const part = (of: string) =>
        after.collections.find((one) => one.id === of)
      expect(part(held)).toMatchObject({ status: "authorized", amount: 366.7 })
      expect(part(second)).toMatchObject({ status: "not_paid", amount: 300 })
    })

    it("is refused to an old tab while all of it is authorised, core lets nothing go, and it is paid once that is cancelled", async () => {
      const prices = new Prices(store)
      const order = await prices.transfer(await prices.cart({ mugs: 1 }))
      const { collections } = await books(order!.id)
      const [{ payments: made, id }] = collections as [(typeof collections)[0]]
      const before = await payments().listPaymentSessions()
      const { status, data } = await choose(id)
      expect([status, data.message]).toEqual([
        400,
        expect.stringMatching(/paid in another way/),
      ])
      expect(JSON.stringify(await payments().listPaymentSessions())).toBe(
        JSON.stringify(before)
      )
      await payments().cancelPayment(made[0]!.id)
      expect((await choose(id)).status).toBe(200)
    })

    it("that has authorised what a page was open for has that page's payment returned, and the shopper is told", async () => {
      const { id, url } = await linkOfOwing()
      await press(url)
      const [row] = await opened(id)
      const promised = await authorise(await collection(id), OTHER)
      await store.sandbox.pay(row!.id)
      expect((await store.row(row!.id)).outcome).toBe("returned")
      expect((await open(`${url}?back=1`)).words).toContain(
        "Your payment is being returned to you"
      )
      await store
        .db("payment")
        .where({ id: promised.id })
        .update({ provider_id: BY_HAND })
      const path = `/admin/payments/${promised.id}/capture`
      expect((await store.adminPost(path)).status).toBe(200)
      expect(await books(id)).toMatchObject({ owed: 0, booked: [MORE, FIRST] })
    })

    it("that has authorised all in a later payment collection has an old tab's payment returned", async () => {
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
      expect(await books(order.id)).toMatchObject({
        ...{ owed: 0, booked: [2 * MORE, FIRST] },
      })
    })
  })

  describe("by a debit that is under way, an order", () => {
    /** An order that its shopper pays by a debit. */
    async function placed(of?: string) {
      const cart_id = of ?? (await store.fillCart())
      const { data } = await store.post("/store/payment-collections", {
        cart_id,
      })
      const collectionId: string = data.payment_collection.id
      const sessionId = await debit.choose(collectionId)
      const answer = await store.post(`/store/carts/${cart_id}/complete`)
      const id: string = answer.data.order.id
      expect(await sessionsOf(collectionId)).toEqual({
        [sessionId]: "pending_authorization",
      })
      return { id, collectionId, sessionId }
    }

    /** A debit of what an order owes, in its payment collection. */
    async function owedByDebit(collection: { id: string }) {
      const sessionId = await debit.choose(collection.id)
      await debit.agree(sessionId)
      return { sessionId }
    }

    async function sessionsOf(payment_collection_id: string) {
      const sessions = await payments().listPaymentSessions({
        payment_collection_id,
      })
      return Object.fromEntries(sessions.map(({ id, status }) => [id, status]))
    }

    /** The old page of an order's cart is paid, which changes nothing of the order. */
    async function goesBack(reference: string, id: string) {
      await store.sandbox.pay(reference)
      expect(await store.row(reference)).toMatchObject({
        outcome: "returned",
        held_reason: expect.stringMatching(/already became order/),
      })
      expect(await store.orders()).toMatchObject([{ id }])
    }

    it("gets no link, is not payable in the shop, and keeps the debit whoever asks core for instalments", async () => {
      const { id, collectionId, sessionId } = await placed()
      expect(await why(id)).toMatch(
        /under way \(pp_debit_debit\).*Wait for it.*press "Check status"/
      )
      const shop = await shopClient(store)
      expect(await shop.balance(id)).toMatchObject({
        ...{ amount: FIRST, isPayable: false },
      })
      await expect(shop.start({ orderId: id })).rejects.toMatchObject({
        code: "refused",
      })
      const provider_id = PROVIDER_ID
      const at = `/admin/payment-collections/${collectionId}/payment-sessions`
      const asked = [
        await choose(collectionId),
        await store.adminPost(at, { provider_id }),
      ]
      for (const { status, data } of asked) {
        expect([status, data.message]).toEqual([
          400,
          expect.stringContaining("This order is being paid in another way"),
        ])
      }
      await debit.arrives(sessionId, FIRST)
      expect(await sessionsOf(collectionId)).toEqual({
        [sessionId]: "authorized",
      })
      expect(await books(id)).toMatchObject({ owed: 0, booked: [FIRST] })
    })

    it("is not paid by a link that was made before, nor twice by a page that was open before", async () => {
      const { id, url } = await linkOfOwing()
      await press(url)
      const [row] = await opened(id)
      const { sessionId } = await owedByDebit(await collection(id))
      for (const page of [await open(url), await press(url)]) {
        expect(page.status).toBe(200)
        expect(page.words).toMatch(
          /is being paid in another way already Nothing more has to be paid now/
        )
        expect(page.html).not.toContain("<button")
      }
      expect(await opened(id)).toHaveLength(1)
      await store.sandbox.pay(row!.id)
      expect(await store.row(row!.id)).toMatchObject({
        outcome: "returned",
        held_reason: expect.stringMatching(/authorised, or under way/),
      })
      await debit.arrives(sessionId, MORE)
      expect(await books(id)).toMatchObject({ owed: 0, booked: [MORE, FIRST] })
    })

    it.each(["failed", "canceled"] as const)(
      "stays when that has %s and the old page of its cart is paid, and is paid by a link",
      async (end) => {
        const cart = await store.beginCheckout()
        const { id, collectionId, sessionId } = await placed(cart.cartId)
        expect(await debit.checkStatus(id, sessionId)).toBe(200)
        expect(await why(id)).toContain("under way")
        await debit.becomes(sessionId, end)
        await debit.checkStatus(id, sessionId)
        expect(await sessionsOf(collectionId)).toEqual({
          [sessionId]: end === "failed" ? "error" : end,
        })
        await press(await linkTo(id))
        const path = `/store/instalments/payment-sessions/${cart.sessionId}`
        expect((await store.get(path)).data.payment).toMatchObject({
          ...{ status: "paid", order_id: id },
        })
        await goesBack(cart.reference, id)
        expect(await books(id)).toMatchObject({ owed: FIRST, booked: [] })
        const [row] = await opened(id)
        await store.sandbox.pay(row!.id)
        expect(await store.row(row!.id)).toMatchObject({ outcome: "placed" })
        expect(await books(id)).toMatchObject({ owed: 0, booked: [FIRST] })
      }
    )

    it("stays when that has failed, another one is chosen days later and the old page of its cart is paid", async () => {
      const cart = await store.beginCheckout()
      const { id, collectionId, sessionId } = await placed(cart.cartId)
      await debit.fails(sessionId)
      await debit.checkStatus(id, sessionId)
      // Medusa's rows have the real time, which a test cannot let pass.
      await store
        .db("order")
        .where({ id })
        .update({ created_at: new Date(Date.now() - 3 * DAY_MS) })
      const chosen = await store.post(sessionsAt(collectionId), {
        provider_id: DEBIT,
      })
      expect(chosen.status).toBe(200)
      await goesBack(cart.reference, id)
    })

    it("is paid by a link, once, beside a held payment of its cart's old page that a person has marked as resolved and then has tried again", async () => {
      const cart = await store.beginCheckout()
      const { id, sessionId } = await placed(cart.cartId)
      await debit.fails(sessionId)
      await debit.checkStatus(id, sessionId)
      store.ledger.options.unplacedPayments = "hold"
      await store.sandbox.pay(cart.reference)
      store.ledger.options.unplacedPayments = "refund"
      expect(await why(id)).toContain(cart.reference)
      const { status } = await store.adminPost(
        `/admin/instalments/attention/held-payment:${cart.reference}/resolve`,
        { note: "Paid back by EFT on Monday." }
      )
      expect(status).toBe(200)
      await press(await linkTo(id))
      const [row] = await opened(id)
      await store.sandbox.pay(row!.id)
      await store.adminPost(
        `/admin/instalments/checkouts/${cart.reference}/settle`
      )
      expect(await store.row(cart.reference)).toMatchObject({ outcome: "held" })
      expect(await store.orders()).toMatchObject([{ id }])
      expect(await books(id)).toMatchObject({ owed: 0, booked: [FIRST] })
    })
  })
})
