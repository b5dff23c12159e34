import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { markCart } from "../../src/workflows/medusa-repairs/marked-orders"
import { PROVIDER_ID } from "../../src/modules/instalments/name"
import { readCartPayments } from "../../src/workflows/settle/read-payments"
import { completeUnsettled } from "../harness/complete-unsettled"
import { readTotals } from "../harness/read-totals"
import { withStore } from "../harness/with-store"

withStore((store) => {
  const CARD = "pp_system_default"
  const choose = async (cartId: string, provider_id: string) => {
    const { data } = await store.post("/store/payment-collections", {
      cart_id: cartId,
    })
    const answer = await store.post(
      `/store/payment-collections/${data.payment_collection.id}/payment-sessions`,
      { provider_id }
    )
    return answer.data.payment_collection.payment_sessions[0]
  }
  /**
   * Pays without a callback: the ledger knows the payment, and it is not
   * settled.
   */
  const pay = async (reference: string) => {
    store.sandbox.set({ callbacks: { mode: "never" } })
    await store.sandbox.pay(reference)
    await store.ledger.learning.check(await store.row(reference), "shopper")
  }
  const requests = () => store.ledger.listRefundRequests({})

  /**
   * A card payment of the cart whose completion failed, as core's compensation
   * leaves it: it stays in the payment collection, but no money was paid.
   */
  const deadCard = async (cartId: string, end: "refunded" | "canceled") => {
    const payments = store.container.resolve(Modules.PAYMENT)
    const session = await choose(cartId, CARD)
    const payment = await payments.authorizePaymentSession(session.id, {})
    if (end === "canceled") {
      await payments.cancelPayment(payment!.id)
      return
    }
    await payments.capturePayment({ payment_id: payment!.id })
    await payments.refundPayment({ payment_id: payment!.id, amount: 1_399.55 })
  }
  /** An earlier instalment payment of the cart, left by its last attempt. */
  const deadInstalments = async (cartId: string) => {
    const payments = store.container.resolve(Modules.PAYMENT)
    const session = await choose(cartId, PROVIDER_ID)
    await pay(session.data.reference)
    const payment = await payments.authorizePaymentSession(session.id, {})
    await payments.cancelPayment(payment!.id)
    const { leases, returns } = store.ledger
    await leases.run(
      `cart:${cartId}`,
      (lease) => returns.file(session.data.reference, "No stock", lease),
      { waitMs: 0 }
    )
  }
  const ways: [string, (cartId: string) => Promise<void>][] = [
    ["a card that was paid and refunded", (id) => deadCard(id, "refunded")],
    ["a card that was only authorised", (id) => deadCard(id, "canceled")],
    ["instalments that were returned", deadInstalments],
  ]

  /** A cart with such a payment, which is paid by instalments then. */
  const paidAnew = async (before: (cartId: string) => Promise<void>) => {
    const { cartId } = await store.beginCheckout()
    await before(cartId)
    const earlier = (await requests()).map(({ id }) => id)
    const session = await choose(cartId, PROVIDER_ID)
    const reference: string = session.data.reference
    await pay(reference)
    return { cartId, reference, earlier }
  }
  const isPlacedOnce = async (reference: string, earlier: string[]) => {
    const row = await store.row(reference)
    expect(row).toMatchObject({ outcome: "placed", order_amount: 139_955 })
    expect((await requests()).map(({ id }) => id)).toEqual(earlier)
    const [order, ...others] = await store.orders()
    expect(others).toEqual([])
    expect(order!.id).toBe(row.order_id)
    const { payments } = order!.payment_collections[0]!
    expect(
      payments.filter(({ data }) => data.reference === reference)
    ).toHaveLength(1)
    expect(await readTotals(store, order!.id)).toMatchObject({
      transactions: [1_399.55],
      pending_difference: 0,
    })
  }

  describe.each(ways)("an earlier payment by %s", (_, before) => {
    it("is not booked on the order that the shopper's browser has completed", async () => {
      const { cartId, reference, earlier } = await paidAnew(before)
      await completeUnsettled(store, cartId)
      const told: string[] = []
      const bus = store.container.resolve(Modules.EVENT_BUS)
      jest.spyOn(bus, "emit").mockImplementation(async (events) => {
        told.push(...[events].flat().map(({ name }) => name))
      })
      await store.runJob("reconcile")
      expect(told).not.toContain("order.placed")
      await isPlacedOnce(reference, earlier)
    })

    it("does not count for an order whose completion was killed before its payment", async () => {
      const { cartId, reference, earlier } = await paidAnew(before)
      await markCart(cartId, store.container)
      const carts = store.container.resolve(Modules.CART)
      const cart = await carts.retrieveCart(cartId, { relations: ["items"] })
      const order = await store.container.resolve(Modules.ORDER).createOrders({
        region_id: cart.region_id,
        currency_code: cart.currency_code,
        sales_channel_id: cart.sales_channel_id,
        email: cart.email,
        status: "pending",
        metadata: cart.metadata!,
        items: [
          {
            title: cart.items![0]!.title,
            quantity: 1,
            unit_price: cart.items![0]!.unit_price,
          },
        ],
      })
      const collection = await readCartPayments(cartId, store.container)
      const ofOrder = { [Modules.ORDER]: { order_id: order.id } }
      await store.container.resolve(ContainerRegistrationKeys.LINK).create([
        { ...ofOrder, [Modules.CART]: { cart_id: cartId } },
        {
          ...ofOrder,
          [Modules.PAYMENT]: { payment_collection_id: collection!.id },
        },
      ])
      await carts.updateCarts(cartId, { completed_at: new Date() } as object)
      await store.runJob("reconcile")
      await isPlacedOnce(reference, earlier)
    })

    it("does not replace a payment whose completion was killed before its transaction", async () => {
      const { cartId, reference, earlier } = await paidAnew(before)
      await completeUnsettled(store, cartId)
      const orders = store.container.resolve(Modules.ORDER)
      const booked = await orders.listOrderTransactions({})
      await orders.deleteOrderTransactions(booked.map(({ id }) => id))
      await store.runJob("reconcile")
      await isPlacedOnce(reference, earlier)
    })
  })

  it("places the order although another provider keeps a number as its reference", async () => {
    const { cartId } = await store.beginCheckout()
    await deadCard(cartId, "canceled")
    const payments = store.container.resolve(Modules.PAYMENT)
    const [card] = await payments.listPayments({})
    await payments.updatePayment({
      id: card!.id,
      data: { reference: 4_711 },
    } as Parameters<typeof payments.updatePayment>[0])
    const { data } = await choose(cartId, PROVIDER_ID)
    await store.sandbox.pay(data.reference)
    expect(await store.row(data.reference)).toMatchObject({ outcome: "placed" })
  })

  it("does not touch an order that the shop copied from a placed one, with its metadata", async () => {
    const { cartId, reference } = await store.beginCheckout()
    await store.passTime(25 * 60_000)
    const second = await choose(cartId, PROVIDER_ID)
    expect(second.data.reference).not.toBe(reference)
    await store.sandbox.pay(reference)
    const [placed] = await store.orders()
    const orders = store.container.resolve(Modules.ORDER)
    // Some shops make a separate order for each vendor's part.
    const part = await orders.createOrders({
      currency_code: "zar",
      email: "thandi@example.com",
      status: "pending",
      metadata: { ...placed!.metadata, parent: placed!.id },
      items: [{ title: "Mug", quantity: 1, unit_price: 100 }],
    })
    await store.sandbox.pay(second.data.reference)
    expect(await store.row(second.data.reference)).toMatchObject({
      outcome: "returned",
    })
    expect(await orders.listOrders({ id: [part.id] })).toHaveLength(1)
  })
})
