import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { completeCartWorkflow } from "@medusajs/medusa/core-flows"
import { failingOnce } from "../laws/database-fault"
import { MINUTE, tomorrowMorning } from "../harness/calendar"
import { completeUnsettled } from "../harness/complete-unsettled"
import { refundActions } from "../harness/refund-actions"
import { chooseInstalments } from "../harness/shopper"
import { withStore } from "../harness/with-store"

// Core deletes the order of a completion that failed, also when it could not take back
// the link of the cart to it. It answers that order from then on, and makes none.
withStore((store) => {
  const { requests } = refundActions(store)

  /** Pays without a callback: the ledger knows the payment, and it is not settled. */
  const pay = async (reference: string) => {
    store.sandbox.set({ callbacks: { mode: "never" } })
    await store.sandbox.pay(reference)
    await store.ledger.learning.check(await store.row(reference), "shopper")
  }
  const later = async () => {
    await store.passTime(5 * MINUTE)
    await store.runJob("reconcile")
  }
  const byWorkflow = (id: string) =>
    completeCartWorkflow(store.container).run({
      input: { id },
      throwOnError: false,
    })
  const byBrowser = (id: string) => store.post(`/store/carts/${id}/complete`)

  /** Core's next completion fails, and cannot take back the links of its order. */
  function failOnce(
    method: "authorizePaymentSession" | "addOrderTransactions"
  ) {
    const away = new Error("The database is away")
    const module =
      method === "addOrderTransactions" ? Modules.ORDER : Modules.PAYMENT
    jest
      .spyOn(store.container.resolve<object>(module), method as never)
      .mockRejectedValueOnce(away as never)
    const link = store.container.resolve(ContainerRegistrationKeys.LINK)
    return jest.spyOn(link, "dismiss").mockRejectedValueOnce(away)
  }

  const linked = (cart_id: string) =>
    store.db("order_cart").where({ cart_id, deleted_at: null })

  /** What is left of a completion that failed so. */
  async function expectLinkToNothing(cartId: string) {
    expect(await linked(cartId)).toHaveLength(1)
    expect(await store.orders()).toEqual([])
  }

  /** There is one order, it is the payment's, and its books are found by the payment. */
  async function expectPlaced(cartId: string, reference: string) {
    const { outcome, order_id } = await store.row(reference)
    expect(outcome).toBe("placed")
    const [order, ...others] = await store.orders({ cart_id: cartId })
    expect(others).toEqual([])
    expect(await store.orders()).toHaveLength(1)
    expect(order!.id).toBe(order_id)
    const [payment, ...twice] = order!.payment_collections[0]!.payments
    expect(twice).toEqual([])
    await tomorrowMorning(store)
    const path = `/admin/payments/${payment!.id}/refund`
    expect((await store.adminPost(path, { amount: 100 })).status).toBe(200)
    expect(await requests()).toMatchObject([
      { status: "requested", booked: { order_id } },
    ])
  }

  describe.each([
    ["before its payment", "authorizePaymentSession" as const],
    ["after its payment", "addOrderTransactions" as const],
  ])("when a completion failed %s,", (_, method) => {
    it("places the order after one of own code of the store", async () => {
      const { cartId, reference } = await store.beginCheckout()
      await pay(reference)
      failOnce(method)
      await byWorkflow(cartId)
      await expectLinkToNothing(cartId)
      await store.runJob("reconcile")
      await expectPlaced(cartId, reference)
    })

    it("places the order after one of the browser, which has it settled first", async () => {
      const { cartId, reference } = await store.beginCheckout()
      await pay(reference)
      const dismissed = failOnce(method)
      await byBrowser(cartId)
      expect(dismissed).toHaveBeenCalled()
      await later()
      await expectPlaced(cartId, reference)
    })

    it("places the order after one of its own", async () => {
      const { cartId, reference } = await store.beginCheckout()
      await pay(reference)
      const dismissed = failOnce(method)
      await store.runJob("reconcile")
      expect(dismissed).toHaveBeenCalled()
      await later()
      await expectPlaced(cartId, reference)
    })
  })

  it("places the order when the cart was to be paid in another way before", async () => {
    const cartId = await store.fillCart()
    const { data } = await store.post("/store/payment-collections", {
      cart_id: cartId,
    })
    await store.post(
      `/store/payment-collections/${data.payment_collection.id}/payment-sessions`,
      { provider_id: "pp_system_default" }
    )
    failOnce("authorizePaymentSession")
    await byWorkflow(cartId)
    await expectLinkToNothing(cartId)
    const session = await chooseInstalments(store.api, store.shop, cartId)
    const reference = String(session.data.reference)
    await store.sandbox.pay(reference)
    await expectPlaced(cartId, reference)
  })

  it("places it also when only the link of the cart stayed", async () => {
    const { cartId, reference } = await store.beginCheckout()
    await pay(reference)
    jest
      .spyOn(
        store.container.resolve(Modules.PAYMENT),
        "authorizePaymentSession"
      )
      .mockRejectedValueOnce(new Error("The database is away"))
    // The insert is two, as it may also update.
    await failingOnce(store, { writer: ["order_cart"], nth: 3 }, () =>
      completeUnsettled(store, cartId)
    ).catch(() => null)
    await expectLinkToNothing(cartId)
    await store.runJob("reconcile")
    await expectPlaced(cartId, reference)
  })

  it("tells the shopper whose browser completes the cart again the order", async () => {
    const { cartId, reference } = await store.beginCheckout()
    await pay(reference)
    failOnce("authorizePaymentSession")
    await byWorkflow(cartId)
    await expectLinkToNothing(cartId)
    const { data } = await byBrowser(cartId)
    expect(data).toMatchObject({ type: "order", order: {} })
    expect((await store.row(reference)).order_id).toBe(data.order.id)
    await expectPlaced(cartId, reference)
  })

  describe("the order of a cart that is paid a second time", () => {
    /** Two pages of the cart are paid, the second one after `change` of the order. */
    async function paidTwice(change: (orderId: string) => Promise<unknown>) {
      const { cartId, reference } = await store.beginCheckout()
      await store.passTime(60 * MINUTE)
      const second = await chooseInstalments(store.api, store.shop, cartId)
      await store.sandbox.pay(reference)
      const { order_id } = await store.row(reference)
      await change(String(order_id))
      await store.sandbox.pay(String(second.data.reference))
      for (let run = 0; run < 8; run++) {
        await store.passTime(20 * MINUTE)
        await store.runJob("reconcile")
      }
      return { cartId, order_id, second: String(second.data.reference) }
    }
    const orders = () => store.container.resolve(Modules.ORDER)

    it.each([
      ["stands", async () => {}],
      [
        "is archived",
        (id: string) => orders().updateOrders(id, { status: "archived" }),
      ],
      ["is cancelled", (id: string) => orders().cancel(id)],
      ["is deleted softly", (id: string) => orders().softDeleteOrders([id])],
    ])("that %s is not made a second time", async (_, change) => {
      const { cartId, order_id, second } = await paidTwice(change)
      expect(await linked(cartId)).toMatchObject([{ order_id }])
      expect(await store.db("order").select("id")).toEqual([{ id: order_id }])
      expect(await store.row(second)).toMatchObject({ outcome: "returned" })
    })
  })
})
