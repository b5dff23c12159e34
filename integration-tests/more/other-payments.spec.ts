import { Modules } from "@medusajs/framework/utils"
import { completeCartWorkflow } from "@medusajs/medusa/core-flows"
import { MINUTE } from "../harness/calendar"
import { cartActions, TRANSFER } from "../harness/cart-actions"
import { withStore } from "../harness/with-store"

/**
 * A cart whose payment another provider has taken before the cart is an order, as core
 * does when that provider's webhook comes first.
 */
withStore((store) => {
  const { choose, chosen, complete, oneMore, payUnheard } = cartActions(store)
  const payments = () => store.container.resolve(Modules.PAYMENT)

  /** An instalment page is open, and the other provider authorises in another tab. */
  const authorisedInAnotherTab = async () => {
    const checkout = await store.beginCheckout()
    const session = await chosen(checkout.cartId, TRANSFER)
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
  const WAITS = {
    outcome: "open",
    last_error: expect.stringContaining("is being paid in another way"),
  }

  it.each<[string, (cart: string) => Promise<unknown>]>([
    ["a browser", complete],
    [
      "the other provider's webhook",
      (id) => completeCartWorkflow(store.container).run({ input: { id } }),
    ],
  ])(
    "is not paid twice: the instalment payment waits and goes back once %s has placed the other's order, which the browser is answered again",
    async (_, place) => {
      const { reference, cartId } = await takenInAnotherTab()
      await store.sandbox.pay(reference)
      expect(await store.row(reference)).toMatchObject(WAITS)
      expect(await store.orders()).toEqual([])
      await place(cartId)
      expect(await store.row(reference)).toMatchObject({ outcome: "open" })
      expect(await complete(cartId)).toMatchObject({
        ...{ status: 200, data: { type: "order" } },
      })
      await store.passTime(MINUTE)
      await store.runJob("reconcile")
      expect(await store.row(reference)).toMatchObject({ outcome: "returned" })
      expect(await captured()).toHaveLength(1)
    }
  )

  it("becomes an order by its instalment payment once the other one is refunded", async () => {
    const { reference, payment_id, amount } = await takenInAnotherTab()
    await store.sandbox.pay(reference)
    await payments().refundPayment({ payment_id, amount })
    await store.passTime(MINUTE)
    await store.runJob("reconcile")
    expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
    expect(await store.orders()).toHaveLength(1)
  })

  it.each(["on the page that was open", "on a page that is chosen again"])(
    "becomes an order by an instalment payment %s, although the other one is authorised",
    async (where) => {
      const { reference, cartId } = await authorisedInAnotherTab()
      if (where.endsWith("again")) {
        const { data } = await chosen(cartId)
        expect(data.reference).toBe(reference)
      }
      await store.sandbox.pay(reference)
      expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
      expect(await captured()).toHaveLength(1)
    }
  )

  it("is given no instalment page any more, before and after the other's order, and keeps the session by which that comes", async () => {
    const { cartId } = await takenInAnotherTab()
    const before = await payments().listPaymentSessions()
    expect(await choose(cartId)).toMatchObject({
      status: 400,
      data: { message: expect.stringMatching(/paid in another way/) },
    })
    expect(await payments().listPaymentSessions()).toEqual(before)
    expect((await complete(cartId)).data).toMatchObject({ type: "order" })
    expect(await captured()).toHaveLength(1)
    const after = await payments().listPaymentSessions()
    expect((await choose(cartId)).status).toBe(400)
    expect(await payments().listPaymentSessions()).toEqual(after)
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
    expect(await store.row(reference)).toMatchObject(WAITS)
    expect(await store.orders()).toEqual([])
  })

  describe("whose instalment payment is known and not settled yet", () => {
    /** The callback is lost, and the shopper is told that nothing more has to be paid. */
    async function toldPaid(cartId: string, reference: string) {
      await payUnheard(reference)
      await store.passTime(25 * MINUTE)
      const { status, data } = await choose(cartId)
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
          await chosen(cartId, TRANSFER)
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
      await oneMore(cartId)
      await chosen(cartId, TRANSFER)
      expect((await complete(cartId)).data.type).toBe("order")
      expect(await store.row(reference)).toMatchObject({ outcome: "returned" })
    })
  })
})
