import { Modules } from "@medusajs/framework/utils"
import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { boughtYesterday, MINUTE, tomorrowMorning } from "../harness/calendar"
import { readTotals } from "../harness/read-totals"
import { refundActions } from "../harness/refund-actions"
import { eventually } from "../harness/pause-at-write"
import { withStore } from "../harness/with-store"

/**
 * A refund is filed, Medusa books it, and only then it is sent. When Medusa
 * fails in between, nothing is sent to the service.
 */
withStore((store) => {
  const actions = refundActions(store)
  const { refund, cancel, refundByCode, requests, atService } = actions
  const { posted, edit, fail, failSecond, refuseWrites } = actions

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
    it("a refund is refused with the reason, each time, and nothing is sent", async () => {
      const { payment, order } = await boughtYesterday(store)
      const before = await readTotals(store, order.id)
      await beginEdit(order)
      for (const time of [1, 2]) {
        const answer = await refund(payment, 100.5)
        expect([time, answer.status]).toEqual([time, 400])
        expect(answer.data.message).toMatch(/not finished.*cancel the change/)
      }
      expect(atService()).toEqual([])
      expect(await readTotals(store, order.id)).toEqual(before)
    })

    it("a cancellation is refused by Medusa, and nothing is sent", async () => {
      const { order } = await boughtYesterday(store)
      const before = await readTotals(store, order.id)
      const discard = await beginEdit(order)
      expect((await cancel(order)).status).toBe(400)
      await store.passTime(5 * MINUTE)
      await store.runJob("refunds")
      expect(atService()).toEqual([])
      expect(await readTotals(store, order.id)).toEqual(before)
      await discard()
      expect((await cancel(order)).status).toBe(200)
      expect(atService()).toEqual([139_955])
    })

    it("a failed refund stays in the books, which say why, until the edit is over", async () => {
      const { payment, order } = await boughtYesterday(store)
      const before = await readTotals(store, order.id)
      await refund(payment, 100.5)
      const discard = await beginEdit(order)
      await fail()
      expect(await requests()).toMatchObject([
        {
          status: "failed",
          books_error: expect.stringMatching(/not finished.*Confirm or cancel/),
        },
      ])
      await discard()
      await store.passTime(2 * MINUTE)
      await store.runJob("refunds")
      expect(await requests()).toMatchObject([{ books_error: null }])
      expect(await readTotals(store, order.id)).toEqual(before)
    })
  })

  describe("a refund that Medusa fails to book", () => {
    it.each(["order_transaction", "order_change"])(
      "as nothing can be written into %s, is never sent, and may be asked for again",
      async (table) => {
        const { payment, order } = await boughtYesterday(store)
        const before = await readTotals(store, order.id)
        const allowWrites = await refuseWrites(table)
        expect((await refund(payment, 100.5)).status).toBe(500)
        await allowWrites()
        expect(atService()).toEqual([])
        expect(await readTotals(store, order.id)).toEqual(before)
        const [row] = await requests()
        expect(row).toMatchObject({ status: "refused", sent_at: null })
        expect(await store.ledger.attention.read(row!.reference)).toMatchObject(
          [
            {
              text: expect.stringMatching(
                /No refund was made.*ask for it again/
              ),
            },
          ]
        )
        expect((await refund(payment, 100.5)).status).toBe(200)
        expect(atService()).toEqual([10_050])
      }
    )

    it("as the event bus rejects, is never sent, and may be asked for again", async () => {
      const { payment, order } = await boughtYesterday(store)
      const before = await readTotals(store, order.id)
      const bus = store.container.resolve(Modules.EVENT_BUS)
      const emit = bus.emit.bind(bus)
      let rejects = true
      jest.spyOn(bus, "emit").mockImplementation(async (events, ...options) => {
        const names = [events].flat().map(({ name }) => name)
        if (rejects && names.includes("payment.refunded")) {
          rejects = false
          throw new Error("The event bus is away")
        }
        return emit(events as never, ...options)
      })
      expect((await refund(payment, 100.5)).status).toBe(500)
      await store.passTime(5 * MINUTE)
      await store.runJob("refunds")
      expect(atService()).toEqual([])
      expect(await readTotals(store, order.id)).toEqual(before)
      expect((await refund(payment, 100.5)).status).toBe(200)
      expect(atService()).toEqual([10_050])
    })
  })

  describe("a refund that a store's own code asks for", () => {
    it("is sent by Medusa's event", async () => {
      const { payment } = await boughtYesterday(store)
      await refundByCode(payment, 100.5)
      await eventually(async () => atService().length > 0)
      expect(atService()).toEqual([10_050])
    })

    it("by cancelling the order is sent by Medusa's event", async () => {
      const { order } = await boughtYesterday(store)
      await cancelOrderWorkflow(store.container).run({
        input: { order_id: order.id },
      })
      await eventually(async () => atService().length > 0)
      expect(atService()).toEqual([139_955])
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

    it.each([
      ["less than", 100],
      ["as much as", null],
      ["more than", 700],
    ])(
      "and refunded %s it owes has the totals of no refund when that fails",
      async (_, amount) => {
        const { payment, order } = await boughtYesterday(store)
        await edit(order, 2)
        const before = await readTotals(store, order.id)
        const owed = -before.pending_difference
        expect((await refund(payment, amount ?? owed)).status).toBe(200)
        await fail()
        expect(await readTotals(store, order.id)).toEqual(before)
      }
    )

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
    it("is withdrawn by the merchant while no job runs, and the books are as before", async () => {
      const { payment, order } = await store.buy()
      const before = await readTotals(store, order.id)
      await store.runJob("refunds")
      await refund(payment, 100.5)
      await store.db("instalments_job_run").update({ alive_at: "yesterday" })
      const [row] = await requests()
      const path = `/admin/instalments/refund-requests/${row!.id}/withdraw`
      const { status, data } = await store.adminPost(path)
      expect(status).toBe(200)
      expect(data.refund_request).toMatchObject({ status: "withdrawn" })
      expect(await readTotals(store, order.id)).toEqual(before)
      await tomorrowMorning(store)
      await store.runJob("refunds")
      expect(atService()).toEqual([])
      expect(await store.ledger.attention.read(row!.reference)).toEqual([])
      expect((await store.adminPost(path)).status).toBe(409)
    })

    it("of money without an order is withdrawn, and the money is held", async () => {
      const { cartId, reference } = await store.beginCheckout()
      await store.container.resolve(Modules.CART).deleteCarts([cartId])
      await store.sandbox.pay(reference)
      await store.runJob("reconcile")
      const [row] = await requests()
      expect(row).toMatchObject({ status: "scheduled", reason: "unplaced" })
      const { status } = await store.adminPost(
        `/admin/instalments/refund-requests/${row!.id}/withdraw`
      )
      expect(status).toBe(200)
      expect(await store.row(reference)).toMatchObject({
        outcome: "held",
        held_reason: expect.stringMatching(/merchant has withdrawn that/),
      })
      await tomorrowMorning(store)
      await store.runJob("refunds")
      expect(atService()).toEqual([])
    })

    it("cannot be withdrawn once it is at the service", async () => {
      const { payment } = await boughtYesterday(store)
      await refund(payment, 100.5)
      const [row] = await requests()
      const { status, data } = await store.adminPost(
        `/admin/instalments/refund-requests/${row!.id}/withdraw`
      )
      expect(status).toBe(409)
      expect(data.message).toMatch(/only one that was not sent/)
    })
  })

  describe("a refund that core begins in a process that is killed before it asks the provider", () => {
    /** The row that core leaves when it is killed before it asks the provider. */
    async function leaveRefund(payment_id: string) {
      const { db } = store
      await db("refund").insert({
        ...{ id: "ref_unrecorded", payment_id, amount: 100.5 },
        raw_amount: JSON.stringify({ value: "100.5", precision: 20 }),
        created_at: db.raw("now() - interval '3 minutes'"),
      })
    }

    it("takes out of the books a refund that a killed process had not recorded", async () => {
      const { order, payment } = await store.buy()
      await leaveRefund(payment.id)
      await store.runJob("refunds")
      const path = `/admin/orders/${order.id}?fields=summary.*,payment_collections.payments.refunds.*`
      const { data } = await store.adminGet(path)
      expect(data.order.summary).toMatchObject({ refunded_total: 0 })
      expect(data.order.payment_collections[0].payments[0].refunds).toEqual([])
      expect(store.sandbox.refundRequests.size).toBe(0)
      // The merchant can ask for it again, and it is made once.
      await store.passTime(24 * 60 * MINUTE)
      expect((await refund(payment, 1399.55)).status).toBe(200)
      expect(store.sandbox.refundRequests.size).toBe(1)
    })

    it("takes it out of the books also after core has booked it with the next refund", async () => {
      const { order, payment } = await store.buy()
      await leaveRefund(payment.id)
      await store.passTime(24 * 60 * MINUTE)
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
    })
  })
})
