import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { Modules } from "@medusajs/framework/utils"
import { noteOf } from "../../src/modules/instalments/rules"
import { failingOnce } from "../laws/database-fault"
import { boughtYesterday, MINUTE, tomorrowMorning } from "../harness/calendar"
import { readTotals } from "../harness/read-totals"
import { withStore } from "../harness/with-store"

/**
 * A killed process's refund is in the books of a cancelled order, and something else
 * of that order's money did not go back either.
 */
withStore((store) => {
  const cancel = ({ id }: { id: string }) =>
    store.adminPost(`/admin/orders/${id}/cancel`)
  /** As a store's own code does: then only the job handles it. */
  const cancelWithoutRoute = async ({ id }: { id: string }) => {
    await cancelOrderWorkflow(store.container).run({ input: { order_id: id } })
  }
  const refund = ({ id }: { id: string }, amount: number) =>
    store.adminPost(`/admin/payments/${id}/refund`, { amount })
  const retry = (id: string | null | undefined) =>
    store.adminPost(`/admin/instalments/refund-requests/${id}/retry`)
  const returned = () =>
    [...store.sandbox.refundRequests.values()].reduce(
      (sum, { amount }) => sum + amount,
      0
    )
  const alerts = async () =>
    (await store.ledger.attention.read())
      .filter(({ kind, resolution }) => kind === "failed-refund" && !resolution)
      .sort((a, b) => (a.amount ?? 0) - (b.amount ?? 0))
  const repair = async () => {
    await store.passTime(3 * MINUTE)
    await store.runJob("refunds")
  }
  let left = 0
  const leave = (payment_id: string, amount: number, note?: string) =>
    store.db("refund").insert({
      ...{ id: `ref_left_${(left += 1)}`, payment_id, amount, note },
      raw_amount: JSON.stringify({ value: String(amount), precision: 20 }),
      created_at: store.db.raw("now() - interval '3 minutes'"),
    })
  const allBackFromAlerts = async (order: { id: string }) => {
    for (const { refund_request } of await alerts()) {
      expect((await retry(refund_request)).status).toBe(200)
    }
    await repair()
    await repair()
    expect(returned()).toBe(139_955)
    expect(await alerts()).toEqual([])
    expect(await readTotals(store, order.id)).toMatchObject({
      refunded_total: 1399.55,
      transaction_total: 0,
    })
  }

  afterEach(() => {
    store.ledger.options.refunds.sameDay = "schedule"
  })

  it.each([0, 1199.55])(
    "has an alert about it, and one about the rest that a rule refused, when %s was refunded before",
    async (before) => {
      const { order, payment } = await store.buy()
      if (before) {
        expect((await refund(payment, before)).status).toBe(200)
      }
      await leave(payment.id, 100)
      store.ledger.options.refunds.sameDay = "reject"
      await cancelWithoutRoute(order)
      await store.runJob("refunds")
      await repair()
      const rest = { amount: 129_955 - Math.round(before * 100) }
      const found = await alerts()
      expect(found).toMatchObject([{ amount: 10_000 }, rest])
      const texts = found.map(({ text }) => text).join(" ")
      expect(texts).toMatch(/stopped before it asked/)
      expect(texts).toMatch(/on the day of purchase/)
      expect(await readTotals(store, order.id)).toMatchObject({
        refunded_total: before,
      })
      await tomorrowMorning(store)
      await allBackFromAlerts(order)
    }
  )

  it.each([0, 1199.55])(
    "has an alert about it, and one about the rest that core did not ask for, when %s was refunded before",
    async (before) => {
      const { order, payment } = await boughtYesterday(store)
      if (before) {
        expect((await refund(payment, before)).status).toBe(200)
      }
      await leave(payment.id, 100)
      await failingOnce(store, { writer: "core", nth: 1 }, () =>
        cancelWithoutRoute(order)
      )
      await store.runJob("refunds")
      await repair()
      await repair()
      const rest = { amount: 129_955 - Math.round(before * 100) }
      expect(await alerts()).toMatchObject([{ amount: 10_000 }, rest])
      await allBackFromAlerts(order)
    }
  )

  it("has one alert when the process was killed that returned the money from the alert", async () => {
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

  it("has an alert also about a refusal that Medusa books minutes later", async () => {
    const { order } = await store.buy()
    store.ledger.options.refunds.sameDay = "reject"
    const payments = store.container.resolve(Modules.PAYMENT)
    const refundPayment = payments.refundPayment.bind(payments)
    const { promise: seenTo, resolve: goOn } = withResolvers()
    const { promise: refused, resolve: isRefused } = withResolvers()
    // As another payment of the order, whose provider answers late.
    jest.spyOn(payments, "refundPayment").mockImplementation((...asked) =>
      refundPayment(...asked).finally(async () => {
        isRefused()
        await seenTo
      })
    )
    const cancelled = cancelOrderWorkflow(store.container).run({
      input: { order_id: order.id, canceled_by: "user_1" },
    })
    await refused
    await repair()
    goOn()
    await cancelled
    await store.passTime(11 * MINUTE)
    await store.runJob("refunds")
    expect(await alerts()).toMatchObject([
      {
        amount: 139_955,
        text: expect.stringMatching(/cancelled, but .* on the day of purchase/),
      },
    ])
    await tomorrowMorning(store)
    await allBackFromAlerts(order)
  })
})

function withResolvers() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
