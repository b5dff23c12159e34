import attention from "../../src/jobs/attention"
import { eventually } from "../harness/pause-at-write"
import { withStore } from "../harness/with-store"

jest.setTimeout(120_000)

const DAY_MS = 86_400_000

withStore((store) => {
  type Entry = { to: string; data: { title: string; description: string } }

  async function bell(): Promise<Entry[]> {
    const { data } = await store.adminGet("/admin/notifications?channel=feed")
    return data.notifications
  }

  /**
   * Events are handled after the answer; waits until there are `count`
   * notifications.
   */
  async function bellWith(count: number) {
    let entries: Entry[] = []
    await eventually(async () => (entries = await bell()).length >= count)
    expect(entries).toHaveLength(count)
    return entries
  }

  /** A payment whose cart has grown since: no order can be placed for it. */
  async function heldPayment() {
    store.ledger.options.unplacedPayments = "hold"
    store.sandbox.set({ callbacks: { mode: "never" } })
    const { cartId, reference } = await store.beginCheckout()
    await store.sandbox.pay(reference)
    const { variantId } = store.shop
    const more = { variant_id: variantId, quantity: 1 }
    await store.post(`/store/carts/${cartId}/line-items`, more)
    const paid = { client_reference_id: reference, status: "successful" }
    await store.deliver({ ...paid, number_of_payments: 3 })
    expect(await store.row(reference)).toMatchObject({ outcome: "held" })
    return reference
  }

  it("is created for a held payment without waiting for a job", async () => {
    await heldPayment()
    const [entry] = await bellWith(1)
    expect(entry).toMatchObject({
      // What the admin shows to every user.
      to: "",
      data: {
        title: expect.stringContaining("Payment without an order (ZAR "),
        description: expect.stringContaining("Needs attention"),
      },
    })
  })

  it("is created once for one cause, also when the causes are read often", async () => {
    await heldPayment()
    await bellWith(1)
    await attention(store.container)
    await attention(store.container)
    await bellWith(1)
  })

  it("is created for each of two causes", async () => {
    await heldPayment()
    await heldPayment()
    await bellWith(2)
  })

  /** Lets what was asked for be sent, and fail at the service. */
  async function refundFails() {
    await store.passTime(DAY_MS)
    await store.runJob("refunds")
    const [request] = await store.ledger.listRefundRequests({})
    await store.sandbox.approveRefund(request!.refund_request_id!)
    await store.sandbox.failRefund(request!.refund_request_id!)
    await store.passTime(DAY_MS)
    // A config that is two days old would create one too.
    await store.ledger.config.refresh()
    await store.runJob("refunds")
  }

  it("is created for a refund that failed", async () => {
    const { payment } = await store.buy()
    await store.adminPost(`/admin/payments/${payment.id}/refund`, {
      amount: 100.5,
    })
    await refundFails()
    const [entry] = await bellWith(1)
    expect(entry!.data).toMatchObject({
      title: expect.stringContaining("Refund that failed (ZAR 100.50)"),
      description: expect.stringContaining(
        "refund again from the order's page"
      ),
    })
  })

  it("is created again for a held payment that could not be returned", async () => {
    const reference = await heldPayment()
    await bellWith(1)
    await store.adminPost(`/admin/instalments/checkouts/${reference}/refund`)
    await refundFails()
    const entries = await bellWith(2)
    const texts = entries.map(({ data }) => data.description)
    const again = texts.filter((text) => /could not be returned/.test(text))
    expect(again).toHaveLength(1)
  })

  it("says for a cancelled order's failed refund what can be done", async () => {
    const { order } = await store.buy()
    await store.adminPost(`/admin/orders/${order.id}/cancel`)
    await refundFails()
    const [entry] = await bellWith(1)
    expect(entry!.data.description).toMatch(/cancelled.*Return the money again/)
  })

  it("is created by the job for causes without an event, once a day", async () => {
    await store.deliver("{}", { "x-signature": "d3Jvbmc=" })
    await store.deliver("{}", { "x-signature": "d3Jvbmc=" })
    await attention(store.container)
    await attention(store.container)
    const [entry] = await bellWith(1)
    expect(entry!.data.title).toContain("wrong signature")
  })

  it("is not created while nothing needs a person", async () => {
    await store.buy()
    await attention(store.container)
    expect(await bell()).toEqual([])
  })
})
