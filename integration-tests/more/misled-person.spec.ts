import { dateOf, dayOf } from "../../src/modules/instalments/domain/calendar"
import type { StatementLinesAnswer } from "../../src/api/admin/instalments/answers"
import {
  boughtYesterday,
  MINUTE,
  tomorrowMorning,
  ZONE,
} from "../harness/calendar"
import { refundActions } from "../harness/refund-actions"
import { withStore } from "../harness/with-store"

const DAY = 24 * 60 * MINUTE

/** What a person reads must not make them pay twice, or nobody. */
withStore((store) => {
  const actions = refundActions(store)
  const { refund, cancel, requests, fail, runs, atService } = actions
  const told = async () =>
    (await store.ledger.attention.read())
      .filter(({ resolution, kind }) => !resolution && /refund/.test(kind))
      .map(({ text }) => text)
  const check = async (reference: string) => {
    const path = `/admin/instalments/checkouts/${reference}/check`
    const { status, data } = await store.adminPost(path)
    expect([status, data.message]).toEqual([200, undefined])
    return data.checkout as { timeline: { text: string }[] }
  }

  describe("a refund that failed after it was complete", () => {
    async function failedAfterwards() {
      const { payment, reference } = await boughtYesterday(store)
      await refund(payment, 100.5)
      await runs()
      const [row] = await requests()
      expect(row).toMatchObject({ status: "complete" })
      const id = String(row!.refund_request_id)
      await store.sandbox.failRefund(id, { force: true })
      await store.passTime(DAY)
      await runs()
      expect((await told()).join()).toContain("now says failed")
      return { reference, id }
    }

    it("is not told of as failed once the service says complete again", async () => {
      const { reference, id } = await failedAfterwards()
      await store.sandbox.completeRefund(id, { force: true })
      await store.passTime(DAY)
      await check(reference)
      expect(await requests()).toMatchObject([
        { status: "complete", service_status: "complete" },
      ])
      expect((await told()).join()).not.toContain("now says failed")
    })

    it("is not said to be back with the shopper on the checkout's and the order's page", async () => {
      const { reference } = await failedAfterwards()
      await store.passTime(DAY)
      const { timeline } = await check(reference)
      const texts = timeline.map(({ text }) => text).join(" ")
      expect(texts).toMatch(/now says failed|says failed now/)
    })
  })

  it("a failed refund is told of again when the one that took its place is withdrawn", async () => {
    const { payment } = await boughtYesterday(store)
    await refund(payment, 100.5)
    const [first] = await requests()
    await store.sandbox.failRefund(String(first!.refund_request_id))
    await runs()
    expect(await told()).toHaveLength(1)
    // Another article comes back, and its refund waits for the limit.
    store.sandbox.fault({
      ...{ path: "/api/refunds", method: "POST", times: 1 },
      ...{ kind: "rate_limit", seconds: 3_000 },
    })
    expect((await refund(payment, 433.35)).status).toBe(200)
    expect(await told()).toEqual([])
    const [, second] = await requests()
    const path = `/admin/instalments/refund-requests/${second!.id}/withdraw`
    expect((await store.adminPost(path)).status).toBe(200)
    await runs()
    expect(await told()).toMatchObject([
      expect.stringMatching(/^The refund has failed/),
    ])
  })

  it("a cancelled order's refund that is complete after all is not said to be owed when its second one is withdrawn", async () => {
    const { order, reference } = await boughtYesterday(store)
    await cancel(order)
    await fail()
    const [first] = await requests()
    store.sandbox.fault({
      ...{ path: "/api/refunds", method: "POST" },
      ...{ kind: "rate_limit", seconds: 3_600, times: 1 },
    })
    const at = "/admin/instalments/refund-requests"
    expect((await store.adminPost(`${at}/${first!.id}/retry`)).status).toBe(200)
    const [, second] = await requests()
    expect(second).toMatchObject({ status: "scheduled" })
    const known = store.sandbox.refundRequests.get(first!.refund_request_id!)!
    known.status = "complete"
    await check(reference)
    expect((await told()).join()).toMatch(/may go back twice. Withdraw that/)
    const { status } = await store.adminPost(`${at}/${second!.id}/withdraw`)
    expect(status).toBe(200)
    await store.passTime(3 * MINUTE)
    await store.runJob("refunds")
    expect(await requests()).toMatchObject([
      { status: "complete", amount: 139_955 },
      { status: "withdrawn" },
    ])
    expect((await told()).join()).not.toContain("does not go back")
  })

  it("the statement names a payment of Medusa whose checkout was never paid", async () => {
    const { reference, payment } = await store.buy()
    await store
      .db("instalments_checkout")
      .where({ id: reference })
      .update({
        ...{ status: "received", outcome: "closed", order_id: null },
        ...{ paid_at: null, paid_not_before: null, order_amount: null },
      })
    // Medusa's rows have the clock of the machine, which no test moves.
    const made = dateOf(dayOf(Date.now(), ZONE)).slice(0, 7)
    const { data } = await store.adminGet(
      `/admin/instalments/statement/lines?limit=500&month=${made}`
    )
    const { lines, apart } = data as StatementLinesAnswer
    expect(lines).toEqual([])
    expect(apart).toMatchObject([{ kind: "payment", id: payment.id }])
  })

  describe("a payment of another amount, placed by hand,", () => {
    const open = async () =>
      (await store.ledger.attention.read()).filter(
        ({ kind, resolution }) => kind !== "config-old" && !resolution
      )
    const act = async (path: string, body?: object) => {
      const { status, data } = await store.adminPost(path, body)
      expect([path, status, data.message]).toEqual([path, 200, undefined])
    }
    const resolve = async (note: string) => {
      const [{ key } = { key: "" }] = await open()
      const at = `/admin/instalments/attention/${encodeURIComponent(key)}`
      await act(`${at}/resolve`, { note })
    }

    async function placedByHand(amount: number) {
      const { reference, cartId } = await store.beginCheckout()
      store.sandbox.set({ callbacks: { mode: "never" } })
      const { checkout_id } = await store.row(reference)
      store.sandbox.checkouts.get(checkout_id!)!.amount = amount
      await store.sandbox.pay(reference)
      await store.passTime(60 * MINUTE)
      await store.runJob("reconcile")
      expect(await open()).toMatchObject([{ kind: "held-payment", amount }])
      await act(`/admin/instalments/checkouts/${reference}/settle`)
      expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
      await tomorrowMorning(store)
      const [order] = await store.orders({ cart_id: cartId })
      const payment = order!.payment_collections[0]!.payments[0]!
      const giveBack = `/admin/instalments/checkouts/${reference}/refund`
      return { reference, order: order!, payment, giveBack }
    }
    const wrong = async (reference: string) => {
      const { data } = await store.adminGet(
        "/admin/instalments/statement/lines?limit=500"
      )
      const { lines } = data as StatementLinesAnswer
      return lines
        .find(({ id }) => id === reference)!
        .differences.filter(({ explained }) => !explained)
        .map(({ text }) => text.replaceAll("\u00a0", " "))
    }

    it("is still told of", async () => {
      await placedByHand(100_000)
      expect(await open()).toMatchObject([{ kind: "other-amount" }])
    })

    it("goes back whole when its order is cancelled after the difference was refunded", async () => {
      const { reference, order, payment, giveBack } =
        await placedByHand(150_000)
      await refund(payment, 100.45)
      await runs()
      expect(await open()).toEqual([])
      await cancel(order)
      await runs()
      const [alert] = await open()
      expect(alert).toMatchObject({
        ...{ kind: "other-amount", order_id: order.id, amount: 10_045 },
        actions: ["refund", "resolve"],
      })
      expect(alert!.text).toMatch(
        /R\s100,45 .+ cannot be refunded from the order/
      )
      expect((await wrong(reference)).join()).toContain("was paid for an order")
      await act(giveBack)
      await runs()
      expect(await open()).toEqual([])
      expect(atService()).toEqual([10_045, 129_910, 10_045])
      expect(await wrong(reference)).toEqual([
        "The service holds R 1 500,00 paid, the ledger R 1 399,55.",
      ])
      const again = await store.adminPost(giveBack)
      expect(again.status).toBe(409)
      expect(atService()).toHaveLength(3)
    })

    it("is told of again when its order is cancelled after a person had agreed on the difference", async () => {
      const { order, giveBack } = await placedByHand(150_000)
      await resolve("The shopper keeps it as credit.")
      await cancel(order)
      await runs()
      expect(await open()).toMatchObject([
        { kind: "other-amount", amount: 10_045 },
      ])
      await act(giveBack)
      await runs()
      expect(atService()).toEqual([139_955, 10_045])
      expect(await open()).toEqual([])
    })

    it("is told of again when the rest of it fails, and is returned again", async () => {
      const { order, giveBack } = await placedByHand(150_000)
      await cancel(order)
      await runs()
      store.sandbox.set({ refunds: { approveAfterMs: 100 * DAY } })
      await act(giveBack)
      await fail()
      const [, rest] = await requests()
      expect(rest).toMatchObject({ status: "failed", amount: 10_045 })
      expect(await open()).toMatchObject([
        { kind: "other-amount", amount: 10_045 },
      ])
      await act(`/admin/instalments/refund-requests/${rest!.id}/retry`)
      expect(atService()).toEqual([139_955, 10_045])
      expect(await open()).toEqual([])
    })

    it("is refunded from the order's page as long as that can refund it", async () => {
      const { payment, giveBack } = await placedByHand(150_000)
      await refund(payment, 100.45)
      const { status, data } = await store.adminPost(giveBack)
      expect([status, data.message]).toEqual([
        409,
        expect.stringContaining("Refund it from the order's page"),
      ])
      expect(atService()).toEqual([10_045])
    })
  })
})
