import { Modules } from "@medusajs/framework/utils"
import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { ageRows, boughtYesterday, MINUTE } from "../harness/calendar"
import { tomorrowMorning } from "../harness/calendar"
import { readTotals } from "../harness/read-totals"
import { refundActions } from "../harness/refund-actions"
import { eventually } from "../harness/pause-at-write"
import { withStore } from "../harness/with-store"

const DAY = 24 * 60 * MINUTE

/**
 * A refund is filed, Medusa books it, and only then it is sent. When Medusa
 * fails in between, nothing is sent to the service.
 */
withStore((store) => {
  const actions = refundActions(store)
  const { refund, cancel, refundByCode, requests, atService } = actions
  const { withdraw, alerts, told, posted, edit, runs } = actions
  const { fail, failSecond, refuseWrites } = actions

  /** Begins an edit; answers what drops it. */
  async function beginEdit(order: { id: string }) {
    await posted("/admin/order-edits", { order_id: order.id })
    return async () => {
      const dropped = await store.api.delete(`/admin/order-edits/${order.id}`, {
        headers: store.admin,
      })
      expect(dropped.status).toBe(200)
    }
  }

  describe("while an order edit is open", () => {
    it("a refund is refused with the reason, each time, as is a cancellation by Medusa, and nothing is sent", async () => {
      const { payment, order } = await boughtYesterday(store)
      const before = await readTotals(store, order.id)
      const discard = await beginEdit(order)
      for (const time of [1, 2]) {
        const answer = await refund(payment, 100.5)
        expect([time, answer.status]).toEqual([time, 400])
        expect(answer.data.message).toMatch(/not finished.*cancel the change/)
      }
      expect((await cancel(order)).status).toBe(400)
      await store.passTime(5 * MINUTE)
      await store.runJob("refunds")
      expect(atService()).toEqual([])
      expect(await readTotals(store, order.id)).toEqual(before)
      await discard()
      expect((await cancel(order)).status).toBe(200)
      expect(atService()).toEqual([139_955])
    })

    it("refunds that were withdrawn, refused or failed stay in the books, which say why, as alerts do an hour later, until the edit is over", async () => {
      const { payment, order } = await store.buy()
      const before = await readTotals(store, order.id)
      for (const amount of [100.5, 50, 20]) {
        await refund(payment, amount)
      }
      const rows = await requests()
      const discard = await beginEdit(order)
      await withdraw(rows[0]!.id)
      store.sandbox.fault({
        ...{ path: "/api/refunds", method: "POST" },
        ...{ kind: "error", status: 422, times: 1 },
      })
      await tomorrowMorning(store)
      await store.runJob("refunds")
      await fail()
      const ended = (await requests()).map(({ status }) => status)
      expect(ended.sort()).toEqual(["failed", "refused", "withdrawn"])
      for (const { books_error } of await requests()) {
        expect(books_error).toMatch(/not finished.*Confirm or cancel/)
      }
      const late = (await alerts()).filter(({ kind }) => kind === "late-refund")
      expect(late).toHaveLength(3)
      for (const { text } of late) {
        expect(text).toContain("Confirm or cancel it")
      }
      await discard()
      await store.passTime(2 * MINUTE)
      await store.runJob("refunds")
      for (const { books_error } of await requests()) {
        expect(books_error).toBeNull()
      }
      expect(await readTotals(store, order.id)).toEqual(before)
    })
  })

  it("a refund that Medusa fails to book, wherever it fails, is never sent, and may be asked for again", async () => {
    const { payment, order, reference } = await boughtYesterday(store)
    const before = await readTotals(store, order.id)
    const failures = {
      transaction: () => refuseWrites("order_transaction"),
      credit: () => refuseWrites("order_change"),
      event: async () => {
        const bus = store.container.resolve(Modules.EVENT_BUS)
        const emit = bus.emit.bind(bus)
        const spy = jest.spyOn(bus, "emit")
        spy.mockImplementation(async (events, ...options) => {
          const names = [events].flat().map(({ name }) => name)
          if (names.includes("payment.refunded")) {
            spy.mockRestore()
            throw new Error("The event bus is away")
          }
          return emit(events as never, ...options)
        })
        return async () => spy.mockRestore()
      },
    }
    for (const [where, breaks] of Object.entries(failures)) {
      const mend = await breaks()
      const { status } = await refund(payment, 100.5)
      expect([where, status]).toEqual([where, 500])
      await mend()
      await store.passTime(5 * MINUTE)
      await store.runJob("refunds")
      expect([where, atService()]).toEqual([where, []])
      expect(await readTotals(store, order.id)).toEqual(before)
      expect((await requests()).at(-1)).toMatchObject({
        ...{ status: "refused", sent_at: null },
      })
      expect(await told(reference)).toMatch(
        /No refund was made.*ask for it again/
      )
    }
    expect((await refund(payment, 100.5)).status).toBe(200)
    expect(atService()).toEqual([10_050])
  })

  describe("a refund that a store's own code asks for, also by cancelling the order,", () => {
    it("is sent by Medusa's event", async () => {
      const { order, payment } = await boughtYesterday(store)
      await refundByCode(payment, 100.5)
      await eventually(async () => atService().length > 0)
      expect(atService()).toEqual([10_050])
      await cancelOrderWorkflow(store.container).run({
        input: { order_id: order.id },
      })
      await eventually(async () => atService().length > 1)
      expect(atService()).toEqual([10_050, 129_905])
    })

    it("is sent by the job when the event is lost", async () => {
      const { payment } = await boughtYesterday(store)
      const bus = store.container.resolve(Modules.EVENT_BUS)
      jest.spyOn(bus, "releaseGroupedEvents").mockResolvedValue()
      await refundByCode(payment, 100.5)
      expect(await requests()).toMatchObject([{ status: "filed" }])
      await store.passTime(3 * MINUTE)
      await store.runJob("refunds")
      expect(atService()).toEqual([10_050])
    })
  })

  it("a cancellation on the purchase day is booked at once and sent the next day", async () => {
    const { order } = await store.buy()
    expect((await cancel(order)).status).toBe(200)
    expect(await requests()).toMatchObject([
      { status: "scheduled", amount: 139_955 },
    ])
    const before = await readTotals(store, order.id)
    expect(before).toMatchObject({ transaction_total: 0 })
    await ageRows(store)
    await tomorrowMorning(store)
    await store.runJob("refunds")
    expect(atService()).toEqual([139_955])
    // Core books it under the payment's name, not the refund's.
    expect(await readTotals(store, order.id)).toEqual(before)
  })

  describe("an order that is edited", () => {
    it("gets no credit from the job for what the shopper owes again", async () => {
      const { payment, order } = await boughtYesterday(store)
      await edit(order, 2)
      const less = await readTotals(store, order.id)
      expect(less.pending_difference).toBeLessThan(0)
      await refund(payment, -less.pending_difference)
      await edit(order, 3)
      const owed = await readTotals(store, order.id)
      expect(owed.pending_difference).toBeCloseTo(-less.pending_difference)
      await store.passTime(60 * MINUTE)
      await store.runJob("refunds")
      expect(await readTotals(store, order.id)).toEqual(owed)
    })

    it("has the totals of no refund when one of less, as much or more than it owes fails", async () => {
      const { payment, order } = await boughtYesterday(store)
      await edit(order, 2)
      const before = await readTotals(store, order.id)
      const owed = -before.pending_difference
      for (const amount of [100, owed, 700]) {
        expect((await refund(payment, amount)).status).toBe(200)
        await fail()
        expect([amount, await readTotals(store, order.id)]).toEqual([
          ...[amount, before],
        ])
      }
    })

    it("keeps the credit of the other refund when one of two fails", async () => {
      const { payment, order } = await boughtYesterday(store)
      await refund(payment, 100)
      await edit(order, 2)
      await refund(payment, 700)
      await edit(order, 1)
      await refund(payment, 100)
      await failSecond()
      expect(await readTotals(store, order.id)).toMatchObject({
        total: 432.85,
        credits: 100,
        refunds: [100, 100],
        refunded_total: 200,
        transaction_total: 1_199.55,
        pending_difference: -766.7,
      })
    })
  })

  describe("a refund that waits for tomorrow", () => {
    it("is withdrawn by the merchant, and the books are as before", async () => {
      const { payment, order, reference } = await store.buy()
      const before = await readTotals(store, order.id)
      await store.runJob("refunds")
      await refund(payment, 100.5)
      const [row] = await requests()
      const { status, data } = await withdraw(row!.id)
      expect(status).toBe(200)
      expect(data.refund_request).toMatchObject({ status: "withdrawn" })
      expect(await readTotals(store, order.id)).toEqual(before)
      await tomorrowMorning(store)
      await store.runJob("refunds")
      expect(atService()).toEqual([])
      expect(await alerts(reference)).toEqual([])
      expect((await withdraw(row!.id)).status).toBe(409)
    })

    it("of money without an order is withdrawn, and the money is held", async () => {
      const { cartId, reference } = await store.beginCheckout()
      await store.container.resolve(Modules.CART).deleteCarts([cartId])
      await store.sandbox.pay(reference)
      await store.runJob("reconcile")
      const [row] = await requests()
      expect(row).toMatchObject({ status: "scheduled", reason: "unplaced" })
      expect((await withdraw(row!.id)).status).toBe(200)
      expect(await store.row(reference)).toMatchObject({
        outcome: "held",
        held_reason: expect.stringMatching(/merchant has withdrawn that/),
      })
      await tomorrowMorning(store)
      await store.runJob("refunds")
      expect(atService()).toEqual([])
    })
  })

  it("what a killed process had not recorded is taken out of the books, also after core has booked it with the next refund", async () => {
    const { order, payment } = await store.buy()
    /** The row that core leaves when it is killed before it asks the provider. */
    const leaveRefund = (id: string) =>
      store.db("refund").insert({
        ...{ id, payment_id: payment.id, amount: 100.5 },
        raw_amount: JSON.stringify({ value: "100.5", precision: 20 }),
        created_at: store.db.raw("now() - interval '3 minutes'"),
      })
    await leaveRefund("ref_unrecorded")
    await store.runJob("refunds")
    expect(await readTotals(store, order.id)).toMatchObject({
      ...{ refunded_total: 0, refunds: [], transactions: [1399.55] },
    })
    expect(atService()).toEqual([])
    await leaveRefund("ref_unrecorded_too")
    await store.passTime(DAY)
    expect((await refund(payment, 50)).status).toBe(200)
    expect(await readTotals(store, order.id)).toMatchObject({
      transactions: [-50, -50, 1399.55],
    })
    await store.runJob("refunds")
    expect(await readTotals(store, order.id)).toMatchObject({
      ...{ transactions: [-50, 1399.55], refunds: [50] },
      ...{ refunded_total: 50, credits: 50, pending_difference: 0 },
      refunded_amount: 50,
    })
    expect((await refund(payment, 1349.55)).status).toBe(200)
    expect(atService()).toEqual([5_000, 134_955])
  })
})
