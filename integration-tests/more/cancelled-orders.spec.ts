import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { Modules } from "@medusajs/framework/utils"
import { noteOf } from "../../src/modules/instalments/rules"
import { failingOnce } from "../laws/database-fault"
import { boughtYesterday, MINUTE, tomorrowMorning } from "../harness/calendar"
import { eventually, pauseAtWrite } from "../harness/pause-at-write"
import { readTotals } from "../harness/read-totals"
import { refundActions } from "../harness/refund-actions"
import { withStore } from "../harness/with-store"

const DAY = 24 * 60 * MINUTE
type Known = { id: string }

/**
 * Core books the refund of a cancelled order also when the provider refused it.
 * These tests check the books and the merchant's alerts after that.
 */
withStore((store) => {
  const actions = refundActions(store)
  const { refund, cancel, requests, atService, retry, withdraw } = actions
  const { posted, edit, fail, runs } = actions
  /** As a store's own code does: without a route, only the job handles it. */
  const cancelByCode = async ({ id }: Known) => {
    await cancelOrderWorkflow(store.container).run({ input: { order_id: id } })
  }
  const alerts = async () =>
    (await actions.alerts())
      .filter(({ kind }) => kind === "failed-refund")
      .sort((a, b) => (a.amount ?? 0) - (b.amount ?? 0))
  const repair = async () => {
    await store.passTime(3 * MINUTE)
    await store.runJob("refunds")
  }
  const sum = () => atService().reduce((all, cents) => all + cents, 0)
  /** The rows that core leaves when it is killed before it asks the provider. */
  let left = 0
  const leave = (payment_id: string, amount: number, note?: string) =>
    store.db("refund").insert({
      ...{ id: `ref_left_${(left += 1)}`, payment_id, amount, note },
      raw_amount: JSON.stringify({ value: String(amount), precision: 20 }),
      created_at: store.db.raw("now() - interval '3 minutes'"),
    })
  const NOTHING_BACK = { refunded_total: 0, transaction_total: 1399.55 }
  const ALL_BACK = { refunded_total: 1399.55, transaction_total: 0 }

  /** Nothing went back, nor do the books say so, and the merchant is told why. */
  const nothingBack = async ({ id }: Known, why: RegExp) => {
    expect(await readTotals(store, id)).toMatchObject({
      ...{ ...NOTHING_BACK, refunds: [] },
    })
    expect(await alerts()).toMatchObject([
      {
        ...{ order_id: id, amount: 139_955, actions: ["retry", "resolve"] },
        text: expect.stringMatching(why),
      },
    ])
    expect(atService()).toEqual([])
  }
  /** All of it goes back from the alerts, which ends them. */
  const allBackFromAlerts = async ({ id }: Known) => {
    for (const { refund_request } of await alerts()) {
      const { status, data } = await retry(refund_request)
      expect([status, data.message]).toEqual([200, undefined])
    }
    await repair()
    await repair()
    expect(sum()).toBe(139_955)
    expect(await alerts()).toEqual([])
    expect(await readTotals(store, id)).toMatchObject(ALL_BACK)
  }

  afterEach(() => {
    store.ledger.options.refunds.sameDay = "schedule"
  })

  describe("whose refund is refused", () => {
    it("by a rule: nothing is returned in the books, also by a process that was killed meanwhile, and it is refunded from the alert afterwards", async () => {
      const { order } = await store.buy()
      store.ledger.options.refunds.sameDay = "reject"
      expect((await cancel(order)).status).toBe(200)
      await repair()
      const why = /cancelled, but .* on the day of purchase/
      await nothingBack(order, why)
      // Killed after it had removed the transaction.
      await store
        .db("instalments_refund_request")
        .update({ undone_at: null, held_reason: null, books_after: new Date() })
      await repair()
      await nothingBack(order, why)
      const [alert] = await alerts()
      const again = () => retry(alert?.refund_request)
      expect((await again()).data.message).toMatch(/on the day of purchase/)
      await tomorrowMorning(store)
      await allBackFromAlerts(order)
      expect((await again()).status).toBe(409)
    })

    it("by the service, as support has refunded some: the merchant is not told that nothing went back", async () => {
      const { order, reference } = await boughtYesterday(store)
      await store.sandbox.refund(reference, 10_050)
      expect((await cancel(order)).status).toBe(200)
      await repair()
      const [alert] = await alerts()
      expect(alert?.text).toMatch(/may have refunded some .* book under/)
      expect(alert?.text).not.toMatch(/did not go back|in another way/)
      expect(await readTotals(store, order.id)).toMatchObject({
        ...{ ...NOTHING_BACK, refunds: [] },
      })
    })

    it("minutes before Medusa books it all the same", async () => {
      const { order } = await store.buy()
      store.ledger.options.refunds.sameDay = "reject"
      const payments = store.container.resolve(Modules.PAYMENT)
      const refundPayment = payments.refundPayment.bind(payments)
      const seenTo = withResolvers()
      const refused = withResolvers()
      // As another payment of the order, whose provider answers late.
      jest.spyOn(payments, "refundPayment").mockImplementation((...asked) =>
        refundPayment(...asked).finally(async () => {
          refused.resolve()
          await seenTo.promise
        })
      )
      const cancelled = cancelByCode(order)
      await refused.promise
      await repair()
      seenTo.resolve()
      await cancelled
      await store.passTime(11 * MINUTE)
      await store.runJob("refunds")
      await nothingBack(order, /cancelled, but .* on the day of purchase/)
      await tomorrowMorning(store)
      await allBackFromAlerts(order)
    })

    it("and was before: what the cancellation returned is kept, also when its event is lost while Medusa may still book the refused one", async () => {
      const { order, payment } = await store.buy()
      store.ledger.options.refunds.sameDay = "reject"
      expect((await refund(payment, 1399.55)).status).toBe(400)
      store.ledger.options.refunds.sameDay = "schedule"
      await store.passTime(9 * MINUTE)
      const bus = store.container.resolve(Modules.EVENT_BUS)
      jest.spyOn(bus, "releaseGroupedEvents").mockResolvedValue()
      await cancelByCode(order)
      // The refused one is looked at before the job may release the other.
      await store.passTime(1.5 * MINUTE)
      await store.runJob("refunds")
      expect(await requests()).toMatchObject([
        { status: "refused", books_after: null },
        { status: "filed" },
      ])
      await repair()
      expect(await readTotals(store, order.id)).toMatchObject(ALL_BACK)
      expect(await alerts()).toEqual([])
      expect(await requests()).toMatchObject([
        { status: "refused" },
        { status: "scheduled", amount: 139_955 },
      ])
    })
  })

  describe("that core cancels although its database failed before it asked for the refund", () => {
    const once = { writer: "core", nth: 1 } as const
    const why = /cancelled, but .* failed before it asked/

    it("has an alert at once, and is refunded from the alert", async () => {
      const { order } = await boughtYesterday(store)
      const { status } = await failingOnce(store, once, () => cancel(order))
      expect(status).toBe(200)
      await nothingBack(order, why)
      await allBackFromAlerts(order)
    })

    it("is found by the job, once, and only that is removed: an earlier refund, and a transaction noted at another time, stay", async () => {
      const { order, payment } = await boughtYesterday(store)
      expect((await refund(payment, 99.55)).status).toBe(200)
      await failingOnce(store, once, () => cancelByCode(order))
      const orders = store.container.resolve(Modules.ORDER)
      const [note] = await orders.addOrderTransactions([
        {
          ...{ order_id: order.id, amount: -5, currency_code: "zar" },
          ...{ reference: "refund", reference_id: payment.id },
        },
      ])
      await store
        .db("order_transaction")
        .where({ id: note!.id })
        .update({ created_at: new Date(Date.now() + 60 * MINUTE) })
      await store.runJob("refunds")
      await Promise.all([repair(), store.runJob("refunds")])
      await repair()
      expect(atService()).toEqual([9_955])
      expect(await alerts()).toMatchObject([
        { amount: 130_000, text: expect.stringMatching(why) },
      ])
      expect(await readTotals(store, order.id)).toMatchObject({
        ...{ refunded_total: 104.55, transaction_total: 1295 },
      })
    })
  })

  describe("while a killed process's refund is in its books", () => {
    it("and no transaction for it, as that cancelled the order too, it has an alert and is refunded from that", async () => {
      const { order, payment } = await boughtYesterday(store)
      await store.container
        .resolve(Modules.PAYMENT)
        .refundPayment({ payment_id: payment.id, amount: 1399.55 })
      expect((await cancel(order)).status).toBe(200)
      await repair()
      await repair()
      await nothingBack(order, /./)
      await allBackFromAlerts(order)
    })

    it.each([1399.55, 100])(
      "has an alert about what core took for refunded (%s)",
      async (amount) => {
        const { order, payment } = await boughtYesterday(store)
        await leave(payment.id, amount)
        expect((await cancel(order)).status).toBe(200)
        await store.runJob("refunds")
        await repair()
        const cents = Math.round(amount * 100)
        const rest = cents < 139_955 ? [139_955 - cents] : []
        expect(atService()).toEqual(rest)
        expect(await alerts()).toMatchObject([
          {
            ...{ order_id: order.id, amount: cents },
            text: expect.stringMatching(/cancelled, but .* stopped before it/),
          },
        ])
        const { refunds } = await readTotals(store, order.id)
        expect(refunds).toHaveLength(rest.length)
        await allBackFromAlerts(order)
      }
    )

    it("has two alerts when a rule refused the rest, also when most of it was refunded before", async () => {
      const { order, payment } = await store.buy()
      expect((await refund(payment, 1199.55)).status).toBe(200)
      await leave(payment.id, 100)
      store.ledger.options.refunds.sameDay = "reject"
      await cancelByCode(order)
      await store.runJob("refunds")
      await repair()
      expect(await alerts()).toMatchObject([
        { amount: 10_000 },
        { amount: 10_000 },
      ])
      expect(await actions.told()).toMatch(/stopped before it asked/)
      expect(await actions.told()).toMatch(/on the day of purchase/)
      expect(await readTotals(store, order.id)).toMatchObject({
        refunded_total: 1199.55,
      })
      await tomorrowMorning(store)
      await allBackFromAlerts(order)
    })

    it("has two alerts when core did not ask for the rest", async () => {
      const { order, payment } = await boughtYesterday(store)
      await leave(payment.id, 100)
      const once = { writer: "core", nth: 1 } as const
      await failingOnce(store, once, () => cancelByCode(order))
      await store.runJob("refunds")
      await repair()
      await repair()
      expect(await alerts()).toMatchObject([
        { amount: 10_000 },
        { amount: 129_955 },
      ])
      await allBackFromAlerts(order)
    })

    it("has one alert of each when the process was killed that returned the money from the alert", async () => {
      const { order, payment } = await boughtYesterday(store)
      await leave(payment.id, 100)
      await leave(payment.id, 1299.55)
      await cancel(order)
      await store.runJob("refunds")
      await repair()
      const [alert, ...others] = await alerts()
      expect(others).toHaveLength(1)
      const id = String(alert!.refund_request)
      await leave(payment.id, 100, noteOf("replaces", id))
      await store.runJob("refunds")
      await repair()
      expect(await alerts()).toHaveLength(2)
      await allBackFromAlerts(order)
    })
  })

  describe("whose refund fails days later", () => {
    const UNDONE = {
      ...{ transaction_total: 1399.55, pending_difference: 0 },
      ...{ credits: 0, total: 1399.55 },
    }

    it("has its books put right and is returned again, beside a claim that Medusa let somebody begin for it", async () => {
      const { order } = await boughtYesterday(store)
      await cancel(order)
      await posted("/admin/claims", { order_id: order.id, type: "refund" })
      const [refunded] = await requests()
      await store.sandbox.failRefund(String(refunded!.refund_request_id))
      await store.passTime(60 * MINUTE)
      await repair()
      expect(await requests()).toMatchObject([{ books_error: null }])
      await nothingBack(order, /cancelled, but .* Return the money again/)
      await allBackFromAlerts(order)
    })

    it("with a part refunded before that fails too: each part has its own way back, once", async () => {
      const { order, payment } = await boughtYesterday(store)
      await refund(payment, 100)
      await cancel(order)
      const cancelled = await readTotals(store, order.id)
      await fail()
      expect(await readTotals(store, order.id)).toMatchObject(UNDONE)
      const [part, rest] = (await requests()).map(({ id }) => id)
      const twoPeople = await Promise.all([retry(part), retry(part)])
      expect(twoPeople.map(({ status }) => status).sort()).toEqual([200, 409])
      expect((await retry(part)).data.message).toMatch(
        /asked for again already, by instref_/
      )
      expect(atService()).toEqual([10_000])
      expect(await alerts()).toMatchObject([{ refund_request: rest }])
      const { data } = await store.adminGet(
        "/admin/instalments/refund-requests"
      )
      const offered = (
        data.refund_requests as { id: string; actions: Known[] }[]
      )
        .filter(({ actions }) => actions.length > 0)
        .map(({ id }) => id)
      expect(offered).toEqual([rest])
      await allBackFromAlerts(order)
      expect(atService()).toEqual([10_000, 129_955])
      expect(await readTotals(store, order.id)).toMatchObject({
        ...{ pending_difference: 0, total: 0, credits: cancelled.credits },
      })
    })

    it("again and again is sent when it is asked for once more, and its books are right each time", async () => {
      const { order } = await boughtYesterday(store)
      await cancel(order)
      const { credits } = await readTotals(store, order.id)
      for (const time of [1, 2, 3]) {
        await fail()
        expect(await readTotals(store, order.id)).toMatchObject(UNDONE)
        const last = (await requests()).at(-1)!
        expect([time, (await retry(last.id)).status]).toEqual([time, 200])
        expect([time, atService()]).toEqual([time, [139_955]])
      }
      expect(await readTotals(store, order.id)).toMatchObject({
        ...{ transaction_total: 0, pending_difference: 0, total: 0, credits },
      })
    })

    it("with a part refunded before, and both fail once more, leaves the books of none", async () => {
      const { order, payment } = await boughtYesterday(store)
      await refund(payment, 100)
      await cancel(order)
      await fail()
      for (const { id } of await requests()) {
        expect((await retry(id)).status).toBe(200)
      }
      expect(atService()).toEqual([10_000, 129_955])
      await fail()
      expect(await readTotals(store, order.id)).toMatchObject(UNDONE)
    })

    it("has the totals of another provider's payment alone", async () => {
      const { order } = await boughtYesterday(store)
      await edit(order, 8)
      const { data } = await store.adminGet(
        `/admin/orders/${order.id}?fields=payment_collections.*`
      )
      const owed = (
        data.order.payment_collections as { id: string; status: string }[]
      ).find(({ status }) => status === "not_paid")
      await posted(`/admin/payment-collections/${owed!.id}/mark-as-paid`, {
        order_id: order.id,
      })
      const paid = await readTotals(store, order.id)
      expect((await cancel(order)).status).toBe(200)
      const credits = (await readTotals(store, order.id)).credits - 1399.55
      await fail()
      expect(await readTotals(store, order.id)).toMatchObject({
        ...{ transaction_total: 1399.55, total: 1399.55 },
        pending_difference: 0,
        credits: expect.closeTo(credits),
        credit_line_total: expect.closeTo(credits),
        original_order_total: paid.total,
      })
    })

    it("is not owed it twice when the failed one is complete after all and the second is withdrawn", async () => {
      const { order, reference } = await boughtYesterday(store)
      await cancel(order)
      await fail()
      const [first] = await requests()
      store.sandbox.fault({
        ...{ path: "/api/refunds", method: "POST" },
        ...{ kind: "rate_limit", seconds: 3_600, times: 1 },
      })
      expect((await retry(first!.id)).status).toBe(200)
      const [, second] = await requests()
      expect(second).toMatchObject({ status: "scheduled" })
      const known = store.sandbox.refundRequests.get(first!.refund_request_id!)!
      known.status = "complete"
      await posted(`/admin/instalments/checkouts/${reference}/check`)
      expect(await actions.told()).toMatch(/may go back twice. Withdraw that/)
      expect((await withdraw(second!.id)).status).toBe(200)
      await repair()
      expect(await requests()).toMatchObject([
        { status: "complete", amount: 139_955 },
        { status: "withdrawn" },
      ])
      expect(await actions.told()).not.toContain("does not go back")
    })
  })

  describe("while core is still cancelling it", () => {
    /** Core waits before it books what it has asked for. */
    async function cancelling() {
      const { order } = await store.buy()
      const before = await readTotals(store, order.id)
      const paused = await pauseAtWrite(store.db, "order_change")
      const cancelled = cancelByCode(order)
      await paused.reached()
      const booked = () => paused.resume().then(() => cancelled)
      return { order, before, booked }
    }

    it("its refund is not withdrawn, but after that, and then needs attention until the money is returned", async () => {
      const { order, before, booked } = await cancelling()
      const [row] = await requests()
      expect(row).toMatchObject({ status: "filed", amount: 139_955 })
      expect(await withdraw(row!.id)).toMatchObject({
        status: 409,
        data: { message: expect.stringMatching(/still booking/) },
      })
      await booked()
      await eventually(
        async () => (await requests())[0]!.status === "scheduled"
      )
      expect((await withdraw(row!.id)).status).toBe(200)
      await runs()
      const { status, ...totals } = before
      expect(await readTotals(store, order.id)).toMatchObject(totals)
      await nothingBack(order, /./)
      await store.passTime(DAY)
      await allBackFromAlerts(order)
    })

    it("its refund is given up when that takes minutes, and can be returned afterwards", async () => {
      const { order, booked } = await cancelling()
      await store.passTime(3 * MINUTE)
      await store.runJob("refunds")
      expect(await requests()).toMatchObject([
        { status: "refused", amount: 139_955 },
      ])
      await booked()
      await runs()
      await nothingBack(order, /The order was cancelled/)
    })
  })

  it("accounts for all when it is cancelled while all of it is refunded", async () => {
    const { order, payment } = await boughtYesterday(store)
    await Promise.all([refund(payment, 1399.55), cancel(order)])
    await repair()
    await repair()
    const totals = await readTotals(store, order.id)
    expect(totals.refunded_total * 100).toBeCloseTo(sum())
    expect(totals.refunds).toHaveLength(atService().length)
    const alerted = (await alerts()).map((alert) => alert.amount ?? 0)
    // Core may refuse to cancel, and tells the person who asked.
    const { data } = await store.adminGet(`/admin/orders/${order.id}`)
    const owed = data.order.status === "canceled" ? 139_955 : sum()
    expect(Math.max(0, ...alerted) + sum()).toBeGreaterThanOrEqual(owed)
  })
})

function withResolvers() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
