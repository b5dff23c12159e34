import { readTotals } from "../harness/read-totals"
import { MINUTE, boughtYesterday, tomorrowMorning } from "../harness/calendar"
import { refundActions } from "../harness/refund-actions"
import { withStore } from "../harness/with-store"

const ROOT = "/admin/instalments"
const DAY = 24 * 60 * MINUTE
/** What an order is of, in cents. */
const PAID = 139_955

/** Refunds that the service makes of another amount than it was asked for. */
withStore((store) => {
  const actions = refundActions(store)
  const { refund, cancel, requests, runs, atService, alerts, retry } = actions
  const sent = () => atService().reduce((sum, cents) => sum + cents, 0)

  /** Says so of the first refund that the service was sent. */
  const saysAs = async (cents: number) => {
    const [made] = store.sandbox.refundRequests.values()
    made!.amount = cents
    await runs()
  }
  /** Asks for a part of an order's payment, in major units. */
  async function refundedAs(cents: number, asked: number) {
    const bought = await boughtYesterday(store)
    await refund(bought.payment, asked)
    await saysAs(cents)
    expect(await requests()).toMatchObject([
      { status: "complete", amount: asked * 100, service_amount: cents },
    ])
    return bought
  }

  it("are told as what went back, and the merchant of the difference", async () => {
    const { reference } = await refundedAs(10_000, 1_000)
    expect(await alerts()).toMatchObject([
      { kind: "held-refund", text: expect.stringMatching(/100,00.*000,00/) },
    ])
    const month = new Date(store.ledger.now()).toISOString().slice(0, 7)
    const read = async (path: string) =>
      (await store.adminGet(`${ROOT}/${path}`)).data
    const { statement } = await read(`statement?month=${month}`)
    expect(statement).toMatchObject({
      refunded: { amount: 10_000 },
      closing: { under_way: 0 },
      differences: [{ amount: 10_000 - 100_000 }],
    })
    const { refund_requests } = await read("refund-requests")
    expect(refund_requests).toMatchObject([{ service_amount: 10_000 }])
    expect(await read("refund-requests/export")).toMatch(/,100\.00\r\n$/)
    const { checkout } = await read(`checkouts/${reference}`)
    const told = checkout.timeline.map(({ text }: { text: string }) => text)
    expect(told).toContainEqual(
      expect.stringMatching(/^R\s100,00 went back to the shopper/)
    )
  })

  it("are told of anew when the amount changes, and no more once it is put right", async () => {
    await refundedAs(99_000, 1_000)
    const [{ key } = { key: "" }] = await alerts()
    const { status } = await store.adminPost(
      `${ROOT}/attention/${encodeURIComponent(key)}/resolve`,
      { note: "Ten rand less, agreed." }
    )
    expect([status, await alerts()]).toEqual([200, []])
    await store.passTime(DAY)
    await saysAs(1_000)
    expect(await alerts()).toMatchObject([{ kind: "held-refund" }])
    await store.passTime(7 * DAY)
    await saysAs(100_000)
    expect(await requests()).toMatchObject([{ service_amount: null }])
    expect(await alerts()).toEqual([])
  })

  it("do not count as gone by what they lack: a later one is of what was asked for, and in doubt not sent again", async () => {
    const { payment } = await refundedAs(10_000, 1_000)
    store.sandbox.fault({
      ...{ path: "/api/refunds", method: "POST" },
      ...{ kind: "lost_answer", times: 1 },
    })
    await refund(payment, 300)
    await store.runJob("refunds")
    for (const minutes of [2, 2, 2, 12, 2]) {
      await store.db("instalments_request_limit").delete()
      store.sandbox.set({ limits: { enabled: false } })
      await store.passTime(minutes * MINUTE)
      await store.runJob("refunds")
    }
    expect(atService()).toEqual([10_000, 30_000])
  })

  it("leave of a cancelled order what the service still has, and that is returned", async () => {
    const { order } = await refundedAs(100_000, 100)
    expect((await cancel(order)).status).toBe(200)
    await runs()
    const failed = (await alerts()).find(({ kind }) => kind === "failed-refund")
    const path = `${ROOT}/refund-requests/${failed!.refund_request}/retry`
    expect((await store.adminPost(path)).status).toBe(200)
    await runs()
    expect(sent()).toBe(PAID)
    expect(await alerts()).toMatchObject([{ kind: "held-refund" }])
  })

  it("of what the service holds are made when that is less than the cancelled order came to", async () => {
    const { reference } = await store.beginCheckout()
    store.sandbox.set({ callbacks: { mode: "never" } })
    const { checkout_id } = await store.row(reference)
    store.sandbox.checkouts.get(checkout_id!)!.amount = 100_000
    await store.sandbox.pay(reference)
    await store.passTime(3_600_000)
    await store.runJob("reconcile")
    const path = `/admin/instalments/checkouts/${reference}/settle`
    expect((await store.adminPost(path)).status).toBe(200)
    const [order] = await store.orders()
    await tomorrowMorning(store)
    expect((await cancel(order!)).status).toBe(200)
    await runs()
    const [refused] = await requests()
    expect(refused).toMatchObject({ status: "refused", amount: 139_955 })
    const { status, data } = await retry(refused!.id)
    expect([status, data.message]).toEqual([200, undefined])
    await runs()
    expect(atService()).toEqual([100_000])
    expect(await readTotals(store, order!.id)).toMatchObject({
      refunded_total: 1000,
      transaction_total: 399.55,
    })
  })
})
