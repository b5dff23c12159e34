import { Modules } from "@medusajs/framework/utils"
import { InstalmentsEvents } from "../../src/modules/instalments/events"
import { boughtYesterday, MINUTE } from "../harness/calendar"
import { tryInstalments } from "../harness/shopper"
import { withStore } from "../harness/with-store"

type Heard = { name: string; id: string }

/** What the store's own code is told of. */
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

  it("is once that a checkout is paid, and that no order can be placed for it, however often the callback comes", async () => {
    store.sandbox.set({ callbacks: { mode: "duplicate", count: 5 } })
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

  it("is that a checkout was cancelled, also where that is learnt before another page is opened", async () => {
    const name = "instalments.checkout.cancelled"
    const first = await store.beginCheckout()
    await store.sandbox.cancel(first.reference)
    expect(await told()).toEqual([{ name, id: first.reference }])
    const { cartId, reference } = await store.beginCheckout()
    store.sandbox.set({ callbacks: { mode: "never" } })
    await store.sandbox.cancel(reference)
    await store.passTime(25 * MINUTE)
    expect((await tryInstalments(store, cartId)).status).toBe(200)
    expect((await told()).slice(1)).toEqual([{ name, id: reference }])
  })

  it.each(["complete", "failed"])(
    "is that a refund was asked for, and that it is %s",
    async (end) => {
      const { payment } = await boughtYesterday(store)
      await told()
      heard = []
      await store.adminPost(`/admin/payments/${payment.id}/refund`, {
        amount: 100.5,
      })
      const [{ id, refund_request_id } = { id: "", refund_request_id: "" }] =
        await store.ledger.listRefundRequests({})
      if (end === "failed") {
        await store.sandbox.failRefund(refund_request_id!, { force: true })
      }
      expect(await told()).toEqual([
        { name: "instalments.refund.requested", id },
      ])
      for (let run = 0; run < 2; run++) {
        await store.passTime(30 * MINUTE)
        await store.runJob("refunds")
      }
      expect((await told()).slice(1)).toEqual([
        { name: `instalments.refund.${end}`, id },
      ])
    }
  )
})
