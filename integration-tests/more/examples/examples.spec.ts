import { join } from "node:path"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { SubscriberLoader } from "@medusajs/framework/subscribers"
import { WorkflowLoader } from "@medusajs/framework/workflows"
import { moneyInWords } from "../../../src/modules/instalments/rules"
import { boughtYesterday, MINUTE } from "../../harness/calendar"
import { eventually } from "../../harness/pause-at-write"
import { Prices } from "../../harness/prices"
import { fillCart, tryInstalments } from "../../harness/shopper"
import { withStore } from "../../harness/with-store"
import orderPlaced from "./subscribers/instalments-order-placed"
import settleByHand from "./scripts/settle-by-hand"

// The folders are loaded as Medusa loads those of a store's `src`.
withStore((store) => {
  let lines: string[]

  beforeAll(async () => {
    const { container } = store
    await new WorkflowLoader(join(__dirname, "workflows"), container).load()
    await new SubscriberLoader(
      join(__dirname, "subscribers"),
      undefined,
      container
    ).load()
  })

  beforeEach(() => {
    lines = []
    const logger = store.container.resolve(ContainerRegistrationKeys.LOGGER)
    for (const level of ["info", "warn"] as const) {
      jest.spyOn(logger, level).mockImplementation((line) => {
        lines.push(`${level}: ${line}`)
        return undefined as never
      })
    }
  })

  /** Subscribers hear of it after the answer. */
  const logged = async (line: string) => {
    await eventually(async () => lines.includes(line))
    expect(lines).toContain(line)
  }

  /** Money that arrives for a cart which has grown since. */
  async function unplaced() {
    const { cartId, reference } = await store.beginCheckout()
    await store.post(`/store/carts/${cartId}/line-items`, {
      variant_id: store.shop.variantId,
      quantity: 1,
    })
    await store.sandbox.pay(reference)
    return { cartId, reference }
  }

  async function halfAnHourLater() {
    await store.passTime(30 * MINUTE)
    await store.runJob("refunds")
  }

  it("tell on which plan an order was paid, or that it is paid in instalments when its callback was lost", async () => {
    await store.buy()
    await logged("info: Order 1 is paid in 3 payments")
    store.sandbox.set({ callbacks: { mode: "never" } })
    const { reference } = await store.beginCheckout()
    await store.sandbox.pay(reference)
    await store.passTime(61 * MINUTE)
    await store.runJob("reconcile")
    await logged("info: Order 2 is paid in instalments")
  })

  it("tell of a payment for which no order can be placed, of no plan when its cart is paid in another way, and place a held one by hand", async () => {
    store.ledger.options.unplacedPayments = "hold"
    const { cartId, reference } = await unplaced()
    await logged(
      `warn: The payment ${reference} has no order: Cart ${cartId} now totals ${moneyInWords(183_290, "ZAR")}, ${moneyInWords(139_955, "ZAR")} were paid`
    )
    const { id } = (await new Prices(store).transfer(cartId))!
    expect(await store.row(reference)).toMatchObject({ outcome: "held" })
    await orderPlaced({
      event: { name: "order.placed", data: { id } },
      container: store.container,
      pluginOptions: {},
    })
    expect(lines.filter((line) => line.includes("is paid in"))).toEqual([])
    const later = await unplaced()
    const cart = `/store/carts/${later.cartId}`
    const { items } = (await store.get(cart)).data.cart
    await store.post(`${cart}/line-items/${items[0].id}`, { quantity: 3 })
    await settleByHand({ container: store.container, args: [later.reference] })
    const { order_id } = await store.row(later.reference)
    expect(order_id).toMatch(/^order_/)
    await logged(`info: ${later.reference} is placed, order ${order_id}`)
  })

  it("place the order by the shop's own workflow, once for each payment, by callback, job, browser and button", async () => {
    const { options } = store.ledger
    options.completeCartWorkflow = "complete-cart-and-pack"
    const { reference } = await store.beginCheckout()
    store.sandbox.set({ callbacks: { mode: "never" } })
    await store.sandbox.pay(reference)
    const callback = {
      ...{ client_reference_id: reference, status: "successful" },
      number_of_payments: 3,
    }
    await Promise.all([1, 2, 3].map(() => store.deliver(callback)))
    const found = await store.beginCheckout()
    await store.sandbox.pay(found.reference)
    await store.passTime(61 * MINUTE)
    await store.runJob("reconcile")
    const back = await store.beginCheckout()
    await store.sandbox.pay(back.reference)
    const known = await store.row(back.reference)
    await store.ledger.learning.check(known, "shopper")
    await store.post(`/store/carts/${back.cartId}/complete`)
    options.unplacedPayments = "hold"
    const held = await store.beginCheckout()
    const cart = `/store/carts/${held.cartId}/line-items`
    const [line] = (await store.get(`/store/carts/${held.cartId}`)).data.cart
      .items
    await store.post(`${cart}/${line.id}`, { quantity: 4 })
    await store.sandbox.pay(held.reference)
    await store.deliver({ ...callback, client_reference_id: held.reference })
    expect(await store.row(held.reference)).toMatchObject({ outcome: "held" })
    await store.post(`${cart}/${line.id}`, { quantity: 3 })
    await store.adminPost(
      `/admin/instalments/checkouts/${held.reference}/settle`
    )
    const orders = []
    for (const one of [reference, found, back, held]) {
      const id = typeof one === "string" ? one : one.reference
      orders.push((await store.row(id)).order_id)
    }
    expect(lines.filter((one) => one.endsWith("is packed"))).toEqual(
      orders.map((id) => `info: Order ${id} is packed`)
    )
  })

  it("tell of a refund that has reached the shopper, and of one that has failed", async () => {
    const { payment } = await boughtYesterday(store)
    const refund = (amount: number) =>
      store.adminPost(`/admin/payments/${payment.id}/refund`, { amount })
    await refund(100.5)
    await halfAnHourLater()
    await halfAnHourLater()
    await logged("info: ZAR 100.5 went back to the shopper")
    await refund(200.5)
    const sent = [...store.sandbox.refundRequests.keys()].at(-1)
    await store.sandbox.failRefund(sent!, { force: true })
    await halfAnHourLater()
    await logged(
      "warn: ZAR 200.5 did not go back to the shopper: the service gives no reason"
    )
  })

  it("refuse to sell a gift card in instalments, and nothing else", async () => {
    const offerOf = async (cartId: string) =>
      (await store.get(`/store/instalments/offer?cart_id=${cartId}`)).data.offer
    const { cartId: mugs } = await store.beginCheckout()
    expect(await offerOf(mugs)).toMatchObject({ eligible: true })
    const products = store.container.resolve(Modules.PRODUCT)
    const mug = await products.retrieveProductVariant(store.shop.variantId)
    await products.updateProducts(mug.product_id!, { is_giftcard: true })
    const cards = await fillCart(store.api, store.shop)
    const message =
      "Gift cards cannot be paid in instalments. Choose another way to pay."
    expect(await offerOf(cards)).toMatchObject({
      eligible: false,
      reason: "refused",
      message,
    })
    expect(await tryInstalments(store, cards)).toMatchObject({
      status: 400,
      data: { message },
    })
  })

  it("place no order of a cart whose goods became gift cards of the same price on an open payment page, return its money, and sell them in another way", async () => {
    const price = 433.35
    const card = await new Prices(store).giftCard(price)
    const { cartId, reference } = await store.beginCheckout()
    const cart = `/store/carts/${cartId}`
    const before = (await store.get(cart)).data.cart
    const [mugs] = before.items
    await store.post(`${cart}/line-items`, { variant_id: card, quantity: 3 })
    await store.post(`${cart}/line-items/${mugs.id}`, { quantity: 0 })
    const after = (await store.get(cart)).data.cart
    expect([mugs.unit_price, after.total]).toEqual([price, before.total])
    await store.sandbox.pay(reference)
    for (let attempt = 0; attempt < 3; attempt++) {
      await store.passTime(15 * MINUTE)
      await store.runJob("reconcile")
    }
    expect(await store.orders()).toEqual([])
    expect(await store.row(reference)).toMatchObject({
      outcome: "returned",
      held_reason: expect.stringContaining("Gift cards cannot be paid"),
    })
    const requests = await store.ledger.listRefundRequests({})
    expect(requests).toMatchObject([{ amount: 139_955 }])
    const order = await new Prices(store).transfer(cartId)
    expect(order).toMatchObject({ total: 1399.55 })
  })
})
