import { Modules } from "@medusajs/framework/utils"
import { completeCartWorkflow } from "@medusajs/medusa/core-flows"
import { PROVIDER_ID } from "../../src/modules/instalments/name"
import { MINUTE } from "../harness/calendar"
import { tryInstalments } from "../harness/shopper"
import { withStore } from "../harness/with-store"

/**
 * A cart whose payment another provider has taken before the cart is an order, as core
 * does when that provider's webhook comes first.
 */
withStore((store) => {
  const payments = () => store.container.resolve(Modules.PAYMENT)
  const complete = (cartId: string) =>
    store.post(`/store/carts/${cartId}/complete`)

  const choose = async (cartId: string, provider_id: string) => {
    const { data } = await store.post("/store/payment-collections", {
      cart_id: cartId,
    })
    const { id } = data.payment_collection
    return store.post(`/store/payment-collections/${id}/payment-sessions`, {
      provider_id,
    })
  }

  /** An instalment page is open, and the other provider authorises in another tab. */
  const authorisedInAnotherTab = async () => {
    const checkout = await store.beginCheckout()
    const { data } = await choose(checkout.cartId, "pp_system_default")
    const [session] = data.payment_collection.payment_sessions
    const payment = await payments().authorizePaymentSession(session.id, {})
    return { ...checkout, payment_id: payment!.id, amount: session.amount }
  }

  const takenInAnotherTab = async () => {
    const checkout = await authorisedInAnotherTab()
    const { payment_id, amount } = checkout
    await payments().capturePayment({ payment_id, amount })
    return checkout
  }

  const captured = async () =>
    (await store.orders()).flatMap(({ payment_collections }) =>
      payment_collections.flatMap((collection) =>
        collection.payments.flatMap(({ captures }) => captures)
      )
    )

  it("is not paid twice: the instalment payment goes back once the other's order is there", async () => {
    const { reference, cartId } = await takenInAnotherTab()
    await store.sandbox.pay(reference)
    expect(await store.row(reference)).toMatchObject({
      outcome: "open",
      last_error: expect.stringContaining("is being paid in another way"),
    })
    expect(await store.orders()).toEqual([])
    expect((await complete(cartId)).data).toMatchObject({ type: "order" })
    await store.passTime(MINUTE)
    await store.runJob("reconcile")
    expect(await store.row(reference)).toMatchObject({ outcome: "returned" })
    expect(await captured()).toHaveLength(1)
  })

  it("becomes an order by its instalment payment once the other one is refunded", async () => {
    const { reference, payment_id, amount } = await takenInAnotherTab()
    await store.sandbox.pay(reference)
    await payments().refundPayment({ payment_id, amount })
    await store.passTime(MINUTE)
    await store.runJob("reconcile")
    expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
    expect(await store.orders()).toHaveLength(1)
  })

  it("becomes an order by its instalment payment although the other one is authorised", async () => {
    const { reference } = await authorisedInAnotherTab()
    await store.sandbox.pay(reference)
    expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
    expect(await captured()).toHaveLength(1)
  })

  it("is given no instalment page any more, and keeps the session by which the other's order comes", async () => {
    const { cartId } = await takenInAnotherTab()
    const before = await payments().listPaymentSessions()
    const { status, data } = await choose(cartId, PROVIDER_ID)
    expect([status, data.message]).toEqual([
      400,
      expect.stringMatching(/paid in another way/),
    ])
    expect(await payments().listPaymentSessions()).toEqual(before)
    expect((await complete(cartId)).data).toMatchObject({ type: "order" })
    expect(await captured()).toHaveLength(1)
  })

  it("keeps the other's session when an old tab asks for instalments of the order", async () => {
    const { cartId } = await authorisedInAnotherTab()
    expect((await complete(cartId)).data).toMatchObject({ type: "order" })
    const before = await payments().listPaymentSessions()
    expect((await choose(cartId, PROVIDER_ID)).status).toBe(400)
    expect(await payments().listPaymentSessions()).toEqual(before)
  })

  it("may still be paid in instalments by who has only authorised another payment", async () => {
    const { cartId } = await authorisedInAnotherTab()
    const { data } = await choose(cartId, PROVIDER_ID)
    const [session] = data.payment_collection.payment_sessions
    await store.sandbox.pay(session.data.reference)
    expect(await store.row(session.data.reference)).toMatchObject({
      outcome: "placed",
    })
  })

  it("is not paid twice when the other provider's money comes as its order is being placed", async () => {
    const { reference, payment_id, amount } = await authorisedInAnotherTab()
    const module = payments()
    const create = module.createPaymentSession.bind(module)
    jest
      .spyOn(module, "createPaymentSession")
      .mockImplementationOnce(async (...all) => {
        await module.capturePayment({ payment_id, amount })
        return create(...all)
      })
    await store.sandbox.pay(reference)
    expect(await store.row(reference)).toMatchObject({
      outcome: "open",
      last_error: expect.stringContaining("is being paid in another way"),
    })
    expect(await store.orders()).toEqual([])
  })

  describe("whose instalment payment is known and not settled yet", () => {
    const OTHER = "pp_system_default"

    /** The callback is lost, and the shopper is told that nothing more has to be paid. */
    async function toldPaid(cartId: string, reference: string) {
      store.sandbox.set({ callbacks: { mode: "never" } })
      await store.sandbox.pay(reference)
      await store.passTime(25 * MINUTE)
      const { status, data } = await tryInstalments(store, cartId)
      expect([status, data.message]).toEqual([
        400,
        "This cart is paid already: the order is being placed. Nothing more has to be paid.",
      ])
      expect(await store.row(reference)).toMatchObject({
        ...{ status: "successful", outcome: "open" },
      })
    }

    it.each(["has chosen since", "has authorised in another tab"])(
      "becomes an order by that, though the shopper completes it by another way to pay that he %s",
      async (how) => {
        const { cartId, reference } = how.endsWith("since")
          ? await store.beginCheckout()
          : await authorisedInAnotherTab()
        await toldPaid(cartId, reference)
        if (how.endsWith("since")) {
          expect((await choose(cartId, OTHER)).status).toBe(200)
        }
        const { data } = await complete(cartId)
        const { outcome, order_id } = await store.row(reference)
        expect([data.type, data.order?.id, outcome]).toEqual([
          ...["order", order_id, "placed"],
        ])
        expect(await captured()).toHaveLength(1)
      }
    )

    it("becomes an order by the other payment once the cart costs another amount than was paid", async () => {
      const { cartId, reference } = await store.beginCheckout()
      await toldPaid(cartId, reference)
      await store.post(`/store/carts/${cartId}/line-items`, {
        ...{ variant_id: store.shop.variantId, quantity: 1 },
      })
      await choose(cartId, OTHER)
      const { data } = await complete(cartId)
      expect(data.type).toBe("order")
      expect(await store.row(reference)).toMatchObject({ outcome: "returned" })
    })
  })

  it.each([
    "is placed by the other provider's webhook",
    "is placed by a browser",
  ])(
    "answers the order that %s to who completes the cart again, while an instalment payment of it is open",
    async (how) => {
      const { cartId, reference } = await takenInAnotherTab()
      await store.sandbox.pay(reference)
      await (how.endsWith("browser")
        ? complete(cartId)
        : completeCartWorkflow(store.container).run({ input: { id: cartId } }))
      expect(await store.row(reference)).toMatchObject({ outcome: "open" })
      const { status, data } = await complete(cartId)
      expect([status, data.type]).toEqual([200, "order"])
    }
  )
})
