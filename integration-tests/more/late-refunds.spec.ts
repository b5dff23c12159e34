import { Modules } from "@medusajs/framework/utils"
import { orderLease } from "../../src/workflows/order-lease"
import { boughtYesterday, MINUTE, tomorrowMorning } from "../harness/calendar"
import { refundActions } from "../harness/refund-actions"
import { withStore } from "../harness/with-store"

const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const create = { path: "/api/refunds", method: "POST" }

/** A refund that waits too long is shown, with what it waits for. */
withStore((store) => {
  const { refund, refundByCode, requests } = refundActions(store)
  const request = async () => (await requests())[0]!
  const job = () => store.runJob("refunds")

  /** The alerts of one kind. */
  async function alerts(kind = "late-refund"): Promise<{ text: string }[]> {
    const { status, data } = await store.adminGet(
      "/admin/instalments/attention"
    )
    expect(status).toBe(200)
    return data.attention.filter((one: { kind: string }) => one.kind === kind)
  }

  /**
   * There is no alert until `ms` from now, and from then on one with these
   * words.
   */
  async function toldAfter(ms: number, words: string) {
    await store.passTime(ms - MINUTE)
    expect(await alerts()).toEqual([])
    await store.passTime(2 * MINUTE)
    expect(await alerts()).toMatchObject([
      { text: expect.stringContaining(words) },
    ])
  }

  /** A refund that Medusa has booked, whose event was lost. */
  async function unheard() {
    const { order, payment } = await boughtYesterday(store)
    const bus = store.container.resolve(Modules.EVENT_BUS)
    jest.spyOn(bus, "releaseGroupedEvents").mockResolvedValueOnce()
    await refundByCode(payment, 100.5)
    expect(await request()).toMatchObject({ status: "filed" })
    return order
  }

  it("is shown after a quarter of an hour when its booking is not checked, or its books cannot be read", async () => {
    const order = await unheard()
    await toldAfter(15 * MINUTE, "not sent: the job has not looked at it")
    // Another process holds the order's lease and does not release it.
    await store.ledger.leases.run(orderLease(order.id), job, { waitMs: 0 })
    const { books_error } = await request()
    expect(books_error).toEqual(expect.any(String))
    expect(await alerts()).toMatchObject([
      { text: expect.stringContaining(`not sent: ${books_error}`) },
    ])
    await store.passTime(10 * MINUTE)
    await job()
    expect(await alerts()).toEqual([])
  })

  it("is shown an hour after it should have been sent", async () => {
    const { payment } = await store.buy()
    await refund(payment, 100.5)
    await tomorrowMorning(store)
    await toldAfter(59 * MINUTE, "the job does not run")
    await job()
    expect(await alerts()).toEqual([])
  })

  it("is shown with the service's last answer", async () => {
    const { payment } = await boughtYesterday(store)
    store.sandbox.fault({ ...create, kind: "error", status: 401, times: 1 })
    await refund(payment, 100.5)
    const { last_error, send_after } = await request()
    const due = send_after.getTime() - store.ledger.now()
    await toldAfter(due + HOUR, `should have been sent: ${last_error}`)
    await job()
    expect(await alerts()).toEqual([])
  })

  it("is shown when every try of more than a day has failed", async () => {
    const { payment } = await boughtYesterday(store)
    store.sandbox.fault({ ...create, kind: "error", status: 429 })
    await refund(payment, 100.5)
    for (let hours = 0; hours < 36; hours++) {
      expect(await alerts()).toEqual([])
      await store.passTime(HOUR)
      await job()
    }
    expect(await alerts()).toMatchObject([
      { text: expect.stringContaining("should have been sent: ") },
    ])
  })

  it("is shown, with all its references, when the service does not end it in four days", async () => {
    store.sandbox.set({ refunds: { completeAfterMs: 10 * DAY } })
    const { order, payment, reference, cartId } = await boughtYesterday(store)
    await refund(payment, 100.5)
    const { id, status, sent_at } = await request()
    expect(status).toBe("requested")
    await toldAfter(4 * DAY, "has not ended this refund")
    await job()
    expect(await request()).toMatchObject({ status: "pending" })
    expect(await alerts()).toMatchObject([
      {
        ...{ key: `late-refund:${id}`, refund_request: id, reference },
        ...{ order_id: order.id, cart_id: cartId, resolution: null },
        ...{ amount: 10_050, currency: "ZAR", title: "Refund that waits" },
        opened_at: sent_at!.toISOString(),
        actions: [{ name: "resolve" }],
      },
    ])
    await store.passTime(10 * DAY)
    await job()
    expect(await request()).toMatchObject({ status: "complete" })
    expect(await alerts()).toEqual([])
  })
})
