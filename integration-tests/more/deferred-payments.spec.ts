import { Modules } from "@medusajs/framework/utils"
import { PROVIDER_ID } from "../../src/modules/instalments/rules"
import { balanceActions } from "../harness/balance-actions"
import { DEBIT, debitActions } from "../harness/debit-actions"
import { DAY_MS, linkActions, MUG } from "../harness/link-actions"
import { withStore } from "../harness/with-store"

/**
 * What an order owes while another provider's payment of it is under way: a bank debit,
 * an EFT. Medusa has placed the order, and makes the payment when the money comes.
 */
withStore((store) => {
  const { linkTo, linkOfOwing, open, press, opened, why } = linkActions(store)
  const { books, choose, begin, collection, ...actions } = balanceActions(store)
  const debit = debitActions(store)
  const FIRST = 1399.55
  const MORE = MUG / 100

  /** An order that its shopper pays by a debit. */
  async function placed(of?: string) {
    const cart_id = of ?? (await store.fillCart())
    const { data } = await store.post("/store/payment-collections", { cart_id })
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
    const sessions = await store.container
      .resolve(Modules.PAYMENT)
      .listPaymentSessions({ payment_collection_id })
    return Object.fromEntries(sessions.map(({ id, status }) => [id, status]))
  }

  it("gets no link, and the order's page says how the merchant goes on", async () => {
    const { id, collectionId, sessionId } = await placed()
    expect(await why(id)).toMatch(
      /under way \(pp_debit_debit\).*Wait for it.*press "Check status"/
    )
    await debit.arrives(sessionId, FIRST)
    expect(await sessionsOf(collectionId)).toEqual({
      [sessionId]: "authorized",
    })
    expect(await books(id)).toMatchObject({ owed: 0, booked: [FIRST] })
  })

  it("is not paid by a link that was made before", async () => {
    const { id, url } = await linkOfOwing()
    const { sessionId } = await owedByDebit(await collection(id))
    for (const page of [await open(url), await press(url)]) {
      expect(page.status).toBe(200)
      expect(page.words).toMatch(
        /is being paid in another way already Nothing more has to be paid now/
      )
      expect(page.html).not.toContain("<button")
    }
    expect(await opened(id)).toEqual([])
    await debit.arrives(sessionId, MORE)
    expect(await books(id)).toMatchObject({ owed: 0, booked: [MORE, FIRST] })
  })

  it("cannot be paid in the shop, which says so before its button is pressed", async () => {
    const { createInstalments } = await import("../../src/storefront/index.js")
    const shop = createInstalments({
      baseUrl: store.api.defaults.baseURL!,
      publishableKey: String(store.shop.headers["x-publishable-api-key"]),
    })
    const { id } = await placed()
    expect(await shop.balance(id)).toMatchObject({
      ...{ amount: FIRST, isPayable: false },
    })
    await expect(shop.start({ orderId: id })).rejects.toMatchObject({
      code: "refused",
    })
  })

  it.each([
    ["the shopper", (id: string) => choose(id)],
    [
      "the merchant",
      (id: string) =>
        store.adminPost(`/admin/payment-collections/${id}/payment-sessions`, {
          provider_id: PROVIDER_ID,
        }),
    ],
  ])(
    "keeps the debit when %s asks core for instalments",
    async (_, ask: (id: string) => ReturnType<typeof choose>) => {
      const { id, collectionId, sessionId } = await placed()
      const { status, data } = await ask(collectionId)
      expect([status, data.message]).toEqual([
        400,
        expect.stringContaining("This order is being paid in another way"),
      ])
      expect(await sessionsOf(collectionId)).toEqual({
        [sessionId]: "pending_authorization",
      })
      await debit.arrives(sessionId, FIRST)
      expect(await books(id)).toMatchObject({ owed: 0, booked: [FIRST] })
    }
  )

  it("leaves what an edit adds to be paid, and the shopper is told to ask the shop how", async () => {
    const { id, collectionId } = await placed()
    await actions.addArticle(id)
    const { status, data } = await choose(collectionId)
    expect([status, data.message]).toEqual([
      400,
      expect.stringMatching(/in another way already. It owes R.433,35 more/),
    ])
  })

  it("is not booked a second time by a page that was open before the debit: that payment goes back", async () => {
    const { order } = await actions.boughtAndEdited()
    const { reference, collectionId } = await begin(order.id)
    const { sessionId } = await owedByDebit({ id: collectionId })
    await store.sandbox.pay(reference)
    expect(await store.row(reference)).toMatchObject({
      outcome: "returned",
      held_reason: expect.stringMatching(/authorised, or under way/),
    })
    await debit.arrives(sessionId, MORE)
    expect(await books(order.id)).toMatchObject({
      ...{ owed: 0, booked: [MORE, FIRST] },
    })
  })

  it("can be paid once the debit has failed and the merchant had its status checked", async () => {
    const { id, sessionId } = await placed()
    expect(await debit.checkStatus(id, sessionId)).toBe(200)
    expect(await why(id)).toContain("under way")
    await debit.fails(sessionId)
    expect(await debit.checkStatus(id, sessionId)).toBe(400)
    expect(await why(id)).toBeNull()
    await press(await linkTo(id))
    const [row] = await opened(id)
    await store.sandbox.pay(row!.id)
    expect(await store.row(row!.id)).toMatchObject({ outcome: "placed" })
    expect(await books(id)).toMatchObject({ owed: 0, booked: [FIRST] })
  })

  it("is of an order that stays, also when the old page of its cart is paid after a link was opened", async () => {
    const cart = await store.beginCheckout()
    const { id, sessionId } = await placed(cart.cartId)
    await debit.fails(sessionId)
    await debit.checkStatus(id, sessionId)
    await press(await linkTo(id))
    const path = `/store/instalments/payment-sessions/${cart.sessionId}`
    expect((await store.get(path)).data.payment).toMatchObject({
      ...{ status: "paid", order_id: id },
    })
    await store.sandbox.pay(cart.reference)
    expect(await store.row(cart.reference)).toMatchObject({
      outcome: "returned",
      held_reason: expect.stringMatching(/already became order/),
    })
    expect(await store.orders()).toMatchObject([{ id }])
    const [row] = await opened(id)
    await store.sandbox.pay(row!.id)
    expect(await store.row(row!.id)).toMatchObject({ outcome: "placed" })
    expect(await books(id)).toMatchObject({ owed: 0, booked: [FIRST] })
  })

  it.each(["failed", "canceled"] as const)(
    "is of an order that stays when it is %s and the old page of its cart is paid",
    async (end) => {
      const cart = await store.beginCheckout()
      const { id, collectionId, sessionId } = await placed(cart.cartId)
      await debit.becomes(sessionId, end)
      await debit.checkStatus(id, sessionId)
      expect(await sessionsOf(collectionId)).toEqual({
        [sessionId]: end === "failed" ? "error" : end,
      })
      await store.sandbox.pay(cart.reference)
      expect(await store.row(cart.reference)).toMatchObject({
        outcome: "returned",
        held_reason: expect.stringMatching(/already became order/),
      })
      expect(await store.orders()).toMatchObject([{ id }])
      expect(await books(id)).toMatchObject({ owed: FIRST, booked: [] })
      await press(await linkTo(id))
      const [row] = await opened(id)
      await store.sandbox.pay(row!.id)
      expect(await books(id)).toMatchObject({ owed: 0, booked: [FIRST] })
    }
  )

  it.each([DEBIT, "pp_system_default"])(
    "is of an order that stays when it has failed, %s is chosen days later and the old page of its cart is paid",
    async (provider_id) => {
      const cart = await store.beginCheckout()
      const { id, collectionId, sessionId } = await placed(cart.cartId)
      await debit.fails(sessionId)
      await debit.checkStatus(id, sessionId)
      // Medusa's rows have the real time, which a test cannot let pass.
      await store
        .db("order")
        .where({ id })
        .update({ created_at: new Date(Date.now() - 3 * DAY_MS) })
      const path = `/store/payment-collections/${collectionId}/payment-sessions`
      expect((await store.post(path, { provider_id })).status).toBe(200)
      await store.sandbox.pay(cart.reference)
      expect(await store.row(cart.reference)).toMatchObject({
        outcome: "returned",
        held_reason: expect.stringMatching(/already became order/),
      })
      expect(await store.orders()).toMatchObject([{ id }])
    }
  )

  describe("whose debit has failed, beside a held payment of its cart's old page that a person has marked as resolved", () => {
    async function resolved() {
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
      return { id, reference: cart.reference }
    }

    it("is paid by a link, once, also when a person has the held one tried again", async () => {
      const { id, reference } = await resolved()
      await press(await linkTo(id))
      const again = `/admin/instalments/checkouts/${reference}/settle`
      const [row] = await opened(id)
      await store.sandbox.pay(row!.id)
      await store.adminPost(again)
      expect(await store.row(reference)).toMatchObject({ outcome: "held" })
      expect(await store.orders()).toMatchObject([{ id }])
      expect(await books(id)).toMatchObject({ owed: 0, booked: [FIRST] })
    })

    it("is not paid while a person has the held one tried again, and it was held anew", async () => {
      const { id, reference } = await resolved()
      await press(await linkTo(id))
      await store.adminPost(`/admin/instalments/checkouts/${reference}/settle`)
      expect(await store.row(reference)).toMatchObject({ outcome: "held" })
      expect(await store.orders()).toMatchObject([{ id }])
      expect(await why(id)).toContain(reference)
    })
  })
})
