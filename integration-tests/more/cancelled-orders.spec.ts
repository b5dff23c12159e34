import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { Modules } from "@medusajs/framework/utils"
import { failingOnce } from "../laws/database-fault"
import { boughtYesterday, MINUTE, tomorrowMorning } from "../harness/calendar"
import { readTotals } from "../harness/read-totals"
import { withStore } from "../harness/with-store"

/**
 * Core books the refund of a cancelled order also when the provider refused it.
 * These tests check the books and the merchant's alerts after that.
 */
withStore((store) => {
  const cancel = ({ id }: { id: string }) =>
    store.adminPost(`/admin/orders/${id}/cancel`)
  const refund = ({ id }: { id: string }, amount: number) =>
    store.adminPost(`/admin/payments/${id}/refund`, { amount })
  const requests = () =>
    store.ledger.listRefundRequests({}, { order: { created_at: "ASC" } })
  const atService = () =>
    [...store.sandbox.refundRequests.values()].map(({ amount }) => amount)
  const failedRefunds = async () =>
    (await store.ledger.attention.read()).filter(
      ({ kind, resolution }) => kind === "failed-refund" && !resolution
    )
  const repair = async () => {
    await store.passTime(3 * MINUTE)
    await store.runJob("refunds")
  }
  const NOTHING_BACK = { refunded_total: 0, transaction_total: 1399.55 }
  const ALL_BACK = { refunded_total: 1399.55, transaction_total: 0 }

  afterEach(() => {
    store.ledger.options.refunds.sameDay = "schedule"
  })

  describe("an order that is cancelled, and whose refund is refused,", () => {
    const afterwards = async (orderId: string, why: RegExp) => {
      await repair()
      expect(await readTotals(store, orderId)).toMatchObject({
        ...NOTHING_BACK,
        refunded_amount: 0,
        refunds: [],
      })
      expect(await failedRefunds()).toMatchObject([
        {
          order_id: orderId,
          amount: 139_955,
          text: expect.stringMatching(why),
        },
      ])
      expect(atService()).toEqual([])
    }

    it("by a rule of the service: nothing is returned in the books, and the merchant is told", async () => {
      const { order } = await store.buy()
      store.ledger.options.refunds.sameDay = "reject"
      expect((await cancel(order)).status).toBe(200)
      await afterwards(order.id, /cancelled, but .* on the day of purchase/)
    })

    it("by the service itself: the same", async () => {
      const { order } = await boughtYesterday(store)
      store.sandbox.fault({
        path: "/api/refunds",
        method: "POST",
        kind: "error",
        status: 422,
      })
      expect((await cancel(order)).status).toBe(200)
      await afterwards(order.id, /cancelled, but/)
    })

    it("as support has refunded it by itself: the merchant is not told that nothing went back", async () => {
      const { order, reference } = await boughtYesterday(store)
      await store.sandbox.refund(reference, 10_050)
      expect((await cancel(order)).status).toBe(200)
      await repair()
      const [alert] = await failedRefunds()
      expect(alert?.text).toMatch(/may have refunded some .* book under/)
      expect(alert?.text).not.toMatch(/did not go back|in another way/)
    })

    it("is refunded from the alert afterwards, which ends it", async () => {
      const { order } = await store.buy()
      store.ledger.options.refunds.sameDay = "reject"
      await cancel(order)
      await repair()
      const [alert] = await failedRefunds()
      expect(alert?.actions).toEqual(["retry", "resolve"])
      const retry = () =>
        store.adminPost(
          `/admin/instalments/refund-requests/${alert?.refund_request}/retry`
        )
      expect((await retry()).data.message).toMatch(/on the day of purchase/)
      await tomorrowMorning(store)
      expect((await retry()).status).toBe(200)
      expect((await retry()).status).toBe(409)
      await repair()
      expect(atService()).toEqual([139_955])
      expect(await failedRefunds()).toEqual([])
      expect(await readTotals(store, order.id)).toMatchObject(ALL_BACK)
    })

    it("is repaired when a process was killed after it had removed the transaction", async () => {
      const { order } = await store.buy()
      store.ledger.options.refunds.sameDay = "reject"
      await cancel(order)
      await store
        .db("instalments_refund_request")
        .update({ undone_at: null, held_reason: null, books_after: new Date() })
      await afterwards(order.id, /cancelled, but/)
    })
  })

  it("has an alert, and is refunded from it, when a process was killed that had refunded it to cancel it, and another one cancelled it", async () => {
    const { order, payment } = await boughtYesterday(store)
    // What such a process leaves: the payment's refund, and no transaction for it.
    await store.container
      .resolve(Modules.PAYMENT)
      .refundPayment({ payment_id: payment.id, amount: 1399.55 })
    expect((await cancel(order)).status).toBe(200)
    await repair()
    await repair()
    expect(atService()).toEqual([])
    const [alert, ...others] = await failedRefunds()
    expect(others).toEqual([])
    expect(alert).toMatchObject({
      ...{ order_id: order.id, amount: 139_955 },
      actions: ["retry", "resolve"],
    })
    const path = `/admin/instalments/refund-requests/${alert?.refund_request}/retry`
    expect((await store.adminPost(path)).status).toBe(200)
    await repair()
    expect(atService()).toEqual([139_955])
    expect(await failedRefunds()).toEqual([])
    expect(await readTotals(store, order.id)).toMatchObject(ALL_BACK)
  })

  describe("an order that core cancels although its database failed before it asked for the refund", () => {
    const cancelInVain = (orderId: string) =>
      failingOnce(store, { writer: "core", nth: 1 }, async () => {
        // As a store's own code does: without a route, only the job handles it.
        await cancelOrderWorkflow(store.container).run({
          input: { order_id: orderId },
        })
      })
    const told = async (orderId: string) => {
      expect(await failedRefunds()).toMatchObject([
        {
          order_id: orderId,
          amount: 139_955,
          actions: ["retry", "resolve"],
          text: expect.stringMatching(
            /cancelled, but .* failed before it asked/
          ),
        },
      ])
      expect(await readTotals(store, orderId)).toMatchObject({
        ...NOTHING_BACK,
        refunds: [],
      })
      expect(atService()).toEqual([])
    }

    it("has an alert at once, and is refunded from the alert", async () => {
      const { order } = await boughtYesterday(store)
      const { status } = await failingOnce(
        store,
        { writer: "core", nth: 1 },
        () => cancel(order)
      )
      expect(status).toBe(200)
      await told(order.id)
      const [alert] = await failedRefunds()
      const retry = await store.adminPost(
        `/admin/instalments/refund-requests/${alert!.refund_request}/retry`
      )
      expect(retry.status).toBe(200)
      await repair()
      await repair()
      expect(atService()).toEqual([139_955])
      expect(await failedRefunds()).toEqual([])
      expect(await readTotals(store, order.id)).toMatchObject(ALL_BACK)
    })

    it("is found by the job in one run, once", async () => {
      const { order } = await boughtYesterday(store)
      await cancelInVain(order.id)
      await store.runJob("refunds")
      await told(order.id)
      await Promise.all([repair(), store.runJob("refunds")])
      await told(order.id)
      await repair()
      expect(await requests()).toHaveLength(1)
    })

    it("is the only one removed: an earlier refund, and a transaction noted at another time, stay", async () => {
      const { order, payment } = await boughtYesterday(store)
      expect((await refund(payment, 99.55)).status).toBe(200)
      await cancelInVain(order.id)
      const orders = store.container.resolve(Modules.ORDER)
      const [note] = await orders.addOrderTransactions([
        {
          order_id: order.id,
          amount: -5,
          currency_code: "zar",
          reference: "refund",
          reference_id: payment.id,
        },
      ])
      await store
        .db("order_transaction")
        .where({ id: note!.id })
        .update({ created_at: new Date(Date.now() + 60 * MINUTE) })
      await store.runJob("refunds")
      await repair()
      expect(atService()).toEqual([9_955])
      expect(await failedRefunds()).toMatchObject([{ amount: 130_000 }])
      expect(await readTotals(store, order.id)).toMatchObject({
        refunded_total: 104.55,
        transaction_total: 1295,
      })
    })
  })

  describe("an order that is cancelled while a killed process's refund is in its books", () => {
    const leaveRefund = (payment_id: string, amount: number) =>
      store.db("refund").insert({
        ...{ id: "ref_unrecorded", payment_id, amount },
        raw_amount: JSON.stringify({ value: String(amount), precision: 20 }),
        created_at: store.db.raw("now() - interval '3 minutes'"),
      })

    it.each([1399.55, 100])(
      "has an alert about what core took for refunded (%s), and is refunded from it",
      async (amount) => {
        const { order, payment } = await boughtYesterday(store)
        await leaveRefund(payment.id, amount)
        expect((await cancel(order)).status).toBe(200)
        await store.runJob("refunds")
        await repair()
        const rest = Math.round(139_955 - amount * 100)
        expect(atService()).toEqual(rest > 0 ? [rest] : [])
        const [alert, ...others] = await failedRefunds()
        expect(others).toEqual([])
        expect(alert).toMatchObject({
          order_id: order.id,
          amount: Math.round(amount * 100),
          text: expect.stringMatching(/cancelled, but .* stopped before it/),
        })
        expect((await readTotals(store, order.id)).refunds).toHaveLength(
          rest > 0 ? 1 : 0
        )
        const { status } = await store.adminPost(
          `/admin/instalments/refund-requests/${alert!.refund_request}/retry`
        )
        expect(status).toBe(200)
        await repair()
        await repair()
        expect(atService().reduce((sum, cents) => sum + cents, 0)).toBe(139_955)
        expect(await failedRefunds()).toEqual([])
        expect(await readTotals(store, order.id)).toMatchObject(ALL_BACK)
      }
    )
  })

  it("returns the money of a cancelled order again when its refund failed days later", async () => {
    const { order } = await boughtYesterday(store)
    await cancel(order)
    const [refunded] = await requests()
    await store.sandbox.failRefund(String(refunded!.refund_request_id))
    await store.passTime(60 * 60_000)
    await repair()
    expect(await readTotals(store, order.id)).toMatchObject({
      ...NOTHING_BACK,
      refunds: [],
    })
    const [alert, ...others] = await failedRefunds()
    expect(others).toEqual([])
    expect(alert).toMatchObject({
      order_id: order.id,
      amount: 139_955,
      actions: ["retry", "resolve"],
      text: expect.stringMatching(/cancelled, but .* Return the money again/),
    })
    const { status } = await store.adminPost(
      `/admin/instalments/refund-requests/${alert!.refund_request}/retry`
    )
    expect(status).toBe(200)
    await repair()
    expect(atService()).toEqual([139_955, 139_955])
    expect(await failedRefunds()).toEqual([])
    expect(await readTotals(store, order.id)).toMatchObject(ALL_BACK)
  })

  it("puts the books right, and returns it again, beside a claim that Medusa let somebody begin for the cancelled order", async () => {
    const { order } = await boughtYesterday(store)
    await cancel(order)
    const claim = await store.adminPost("/admin/claims", {
      order_id: order.id,
      type: "refund",
    })
    expect(claim.status).toBe(200)
    const [refunded] = await requests()
    await store.sandbox.failRefund(String(refunded!.refund_request_id))
    await store.passTime(60 * 60_000)
    await repair()
    expect(await requests()).toMatchObject([{ books_error: null }])
    expect(await readTotals(store, order.id)).toMatchObject(NOTHING_BACK)
    const [alert] = await failedRefunds()
    const { status } = await store.adminPost(
      `/admin/instalments/refund-requests/${alert!.refund_request}/retry`
    )
    expect(status).toBe(200)
    await repair()
    expect(await readTotals(store, order.id)).toMatchObject(ALL_BACK)
  })

  it("keeps what a cancellation returned, though the same was refused before", async () => {
    const { order, payment } = await store.buy()
    store.ledger.options.refunds.sameDay = "reject"
    expect((await refund(payment, 1399.55)).status).toBe(400)
    store.ledger.options.refunds.sameDay = "schedule"
    expect((await cancel(order)).status).toBe(200)
    await repair()
    expect(await readTotals(store, order.id)).toMatchObject(ALL_BACK)
    expect(await failedRefunds()).toEqual([])
    expect(await requests()).toMatchObject([
      { status: "refused" },
      { status: "scheduled", amount: 139_955 },
    ])
  })

  it("keeps it also when the event of the cancellation is lost, while Medusa may still book the refused one", async () => {
    const { order, payment } = await store.buy()
    store.ledger.options.refunds.sameDay = "reject"
    expect((await refund(payment, 1399.55)).status).toBe(400)
    store.ledger.options.refunds.sameDay = "schedule"
    await store.passTime(9 * MINUTE)
    const bus = store.container.resolve(Modules.EVENT_BUS)
    jest.spyOn(bus, "releaseGroupedEvents").mockResolvedValue()
    await cancelOrderWorkflow(store.container).run({
      input: { order_id: order.id },
    })
    // The refused one is looked at before the job may release the other.
    await store.passTime(1.5 * MINUTE)
    await store.runJob("refunds")
    expect(await requests()).toMatchObject([
      { status: "refused", books_after: null },
      { status: "filed" },
    ])
    await repair()
    expect(await readTotals(store, order.id)).toMatchObject(ALL_BACK)
    expect(await failedRefunds()).toEqual([])
    expect(await requests()).toMatchObject([
      { status: "refused" },
      { status: "scheduled", amount: 139_955 },
    ])
  })

  it.each([100, 1399.55])(
    "accounts for all when it is cancelled while %s is refunded",
    async (amount) => {
      const { order, payment } = await boughtYesterday(store)
      await Promise.all([refund(payment, amount), cancel(order)])
      await repair()
      await repair()
      const returned = atService().reduce((sum, cents) => sum + cents, 0)
      const totals = await readTotals(store, order.id)
      expect(totals.refunded_total * 100).toBeCloseTo(returned)
      expect(totals.refunds).toHaveLength(atService().length)
      const alerted = (await failedRefunds()).map((alert) => alert.amount ?? 0)
      // Core may refuse to cancel, and tells the person who asked.
      const { data } = await store.adminGet(`/admin/orders/${order.id}`)
      const owed = data.order.status === "canceled" ? 139_955 : returned
      expect(Math.max(0, ...alerted) + returned).toBeGreaterThanOrEqual(owed)
    }
  )

  it("has no alert about a refund that the merchant saw refused", async () => {
    const { order, payment } = await store.buy()
    expect((await refund(payment, 1399.56)).status).toBe(400)
    await repair()
    expect(await failedRefunds()).toEqual([])
    expect(await readTotals(store, order.id)).toMatchObject(NOTHING_BACK)
  })

  it("asks a person for the service's id of a payment that must be returned, and then returns it", async () => {
    const { order, reference } = await store.buy()
    const { checkout_id } = (await store.row(reference))!
    await store.ledger.updateCheckouts({ id: reference, checkout_id: null })
    expect((await cancel(order)).status).toBe(200)
    await tomorrowMorning(store)
    await repair()
    expect(await requests()).toMatchObject([
      { status: "scheduled", checkout_id: null },
    ])
    expect(atService()).toEqual([])
    const waiting = async () =>
      (await store.ledger.attention.read()).filter(
        ({ kind }) => kind === "refund-without-id"
      )
    expect(await waiting()).toMatchObject([
      { actions: ["identify"], reference },
    ])
    const identified = await store.adminPost(
      `/admin/instalments/checkouts/${reference}/identify`,
      { checkout_id }
    )
    expect(identified.status).toBe(200)
    expect(await waiting()).toEqual([])
    await store.passTime(10 * 60_000)
    await store.runJob("refunds")
    expect(await requests()).toMatchObject([
      { status: "requested", checkout_id },
    ])
    expect(atService()).toEqual([139_955])
  })
})
