import { Modules } from "@medusajs/framework/utils"
import { InstalmentsEvents } from "../../src/modules/instalments/events"
import { boughtYesterday, MINUTE } from "../harness/calendar"
import { tryInstalments } from "../harness/shopper"
import { withStore } from "../harness/with-store"

type Heard = { name: string; id: string }

withStore((store) => {
  let heard: Heard[] = []

  beforeEach(() => {
    heard = []
    const bus = store.container.resolve(Modules.EVENT_BUS)
    for (const name of Object.values(InstalmentsEvents)) {
      bus.subscribe(
        name,
        async ({ data }) => {
          heard.push({ name, id: (data as { id: string }).id })
        },
        { subscriberId: "events-spec" }
      )
    }
  })
  afterEach(() => {
    const bus = store.container.resolve(Modules.EVENT_BUS)
    for (const name of Object.values(InstalmentsEvents)) {
      bus.unsubscribe(name, async () => {}, { subscriberId: "events-spec" })
    }
  })

  /** The events received, once the bus has delivered all. */
  const told = async () => {
    for (let turn = 0; turn < 20; turn++) {
      await new Promise((next) => setImmediate(next))
    }
    return heard
  }
  const refunded = async () => {
    const { payment } = await boughtYesterday(store)
    await told()
    heard = []
    await store.adminPost(`/admin/payments/${payment.id}/refund`, {
      amount: 100.5,
    })
    const [row] = await store.ledger.listRefundRequests({})
    return row!
  }

  it("tells the store once that a checkout is paid, however often the callback comes", async () => {
    store.sandbox.set({ callbacks: { mode: "duplicate", count: 5 } })
    const { reference } = await store.beginCheckout()
    await store.sandbox.pay(reference)
    expect(await told()).toEqual([
      { name: "instalments.checkout.successful", id: reference },
    ])
  })

  it("tells the store that a checkout was cancelled", async () => {
    const { reference } = await store.beginCheckout()
    await store.sandbox.cancel(reference)
    expect(await told()).toEqual([
      { name: "instalments.checkout.cancelled", id: reference },
    ])
  })

  it("tells it also where that is learnt before another page is opened", async () => {
    const { cartId, reference } = await store.beginCheckout()
    store.sandbox.set({ callbacks: { mode: "never" } })
    await store.sandbox.cancel(reference)
    await store.passTime(25 * MINUTE)
    expect((await tryInstalments(store, cartId)).status).toBe(200)
    expect(await told()).toEqual([
      { name: "instalments.checkout.cancelled", id: reference },
    ])
  })

  it("tells the store that no order can be placed for a payment", async () => {
    const { cartId, reference } = await store.beginCheckout()
    await store.post(`/store/carts/${cartId}/line-items`, {
      variant_id: store.shop.variantId,
      quantity: 1,
    })
    await store.sandbox.pay(reference)
    expect(await told()).toEqual([
      { name: "instalments.checkout.successful", id: reference },
      { name: "instalments.checkout.unplaced", id: reference },
    ])
  })

  it("tells the store of a refund that is asked for at once, and of its end", async () => {
    const { id } = await refunded()
    expect(await told()).toEqual([{ name: "instalments.refund.requested", id }])
    await store.passTime(30 * MINUTE)
    await store.runJob("refunds")
    await store.passTime(30 * MINUTE)
    await store.runJob("refunds")
    expect((await told()).slice(1)).toEqual([
      { name: "instalments.refund.complete", id },
    ])
  })

  it("tells the store of a refund that has failed", async () => {
    const { id } = await refunded()
    await told()
    const [sent] = [...store.sandbox.refundRequests.keys()]
    await store.sandbox.failRefund(sent!, { force: true })
    await store.passTime(30 * MINUTE)
    await store.runJob("refunds")
    expect((await told()).slice(1)).toEqual([
      { name: "instalments.refund.failed", id },
    ])
  })
})
