import {
  ageRows,
  boughtYesterday,
  MINUTE,
  tomorrowMorning,
} from "../store/calendar"
import { readTotals } from "../store/read-totals"
import { withStore } from "../store/with-store"

const create = { path: "/api/refunds", method: "POST" }

withStore((store) => {
  const refund = (payment: { id: string }, amount: number) =>
    store.adminPost(`/admin/payments/${payment.id}/refund`, { amount })
  const requests = () =>
    store.ledger.listRefundRequests({}, { order: { created_at: "ASC" } })
  const atService = () =>
    [...store.sandbox.refundRequests.values()].map(({ amount }) => amount)
  const later = async (minutes: number) => {
    // The list may be read once a minute; a test does not wait for that.
    await store.ledger.db("instalments_request_limit").delete()
    store.sandbox.set({ limits: { enabled: false } })
    await store.passTime(minutes * MINUTE)
    await store.runJob("refunds")
  }

  describe("a refund whose answer was lost", () => {
    it("stands in Medusa and is adopted from the service's list", async () => {
      const { payment, order } = await boughtYesterday(store)
      store.sandbox.fault({ ...create, kind: "lost_answer", times: 1 })
      expect((await refund(payment, 100.5)).status).toBe(200)
      expect(await requests()).toMatchObject([{ status: "in_doubt" }])
      await later(2)
      const [row] = await requests()
      const [known] = store.sandbox.refundRequests.values()
      expect(row).toMatchObject({
        refund_request_id: known!.id,
        last_error: null,
      })
      await later(30)
      expect(await requests()).toMatchObject([{ status: "complete" }])
      expect(atService()).toEqual([10_050])
      expect(await readTotals(store, order.id)).toMatchObject({
        refunded_total: 100.5,
      })
    })

    it("is sent again only when the list shows that it is absent", async () => {
      const { payment } = await boughtYesterday(store)
      store.sandbox.fault({ ...create, kind: "down", times: 1 })
      await refund(payment, 100.5)
      expect(await requests()).toMatchObject([
        { status: expect.stringMatching(/in_doubt|scheduled/) },
      ])
      expect(atService()).toEqual([])
      await later(2)
      await later(2)
      await later(2)
      expect(atService()).toEqual([10_050])
      expect(await requests()).toMatchObject([
        { status: expect.stringMatching(/requested|pending/) },
      ])
    })

    it("is taken for what it is when the answer comes after all, and is not sent again", async () => {
      const { payment } = await boughtYesterday(store)
      const { ledger } = store
      const send = ledger.client.createRefund.bind(ledger.client)
      jest
        .spyOn(ledger.client, "createRefund")
        .mockImplementationOnce(async (...asked) => {
          // The process stands still, and others decide.
          const [row] = await requests()
          const late = { last_error: "late", look_after: new Date() }
          await ledger.refunds.lost(new Date(ledger.now() + MINUTE), late)
          await ledger.refunds.absent(row!, new Date(ledger.now()))
          return send(...asked)
        })
      await refund(payment, 100.5)
      await later(2)
      expect(await requests()).toMatchObject([
        { status: expect.stringMatching(/requested|pending/) },
      ])
      expect(atService()).toEqual([10_050])
    })

    it("lets a second refund wait its turn, and neither is sent twice", async () => {
      const { payment } = await boughtYesterday(store)
      store.sandbox.fault({ ...create, kind: "lost_answer", times: 1 })
      expect((await refund(payment, 100.5)).status).toBe(200)
      expect((await refund(payment, 100.5)).status).toBe(200)
      expect(await requests()).toMatchObject([
        { status: "in_doubt" },
        { status: "scheduled" },
      ])
      await later(2)
      await later(2)
      await later(30)
      expect(atService()).toEqual([10_050, 10_050])
      expect(await requests()).toMatchObject([
        { status: "complete" },
        { status: "complete" },
      ])
    })

    it("is held, never guessed, when the list shows several alike", async () => {
      const first = await store.buy()
      const second = await store.buy()
      await tomorrowMorning(store)
      store.sandbox.fault({ ...create, kind: "lost_answer", times: 2 })
      await refund(first.payment, 100.5)
      await refund(second.payment, 100.5)
      await later(2)
      await later(2)
      const rows = await requests()
      expect(rows).toHaveLength(2)
      for (const row of rows) {
        expect(row).toMatchObject({
          status: "in_doubt",
          held_reason: expect.stringContaining("several alike"),
        })
      }
      await later(60)
      expect(atService()).toEqual([10_050, 10_050])
    })
  })

  it("calls a request in doubt whose process was killed while it was sent", async () => {
    const { payment } = await boughtYesterday(store)
    await refund(payment, 100.5)
    const [row] = await requests()
    await store.ledger.updateRefundRequests({
      id: row!.id,
      status: "sending",
      refund_request_id: null,
    })
    await later(5)
    await later(2)
    expect(await requests()).toMatchObject([
      { status: expect.stringMatching(/requested|pending|complete/) },
    ])
    expect(atService()).toEqual([10_050])
  })

  it("returns everything of an order that is cancelled on the purchase day", async () => {
    const { order } = await store.buy()
    const answer = await store.adminPost(`/admin/orders/${order.id}/cancel`)
    expect(answer.status).toBe(200)
    expect(await requests()).toMatchObject([
      { status: "scheduled", amount: 139_955 },
    ])
    const before = await readTotals(store, order.id)
    await ageRows(store)
    await tomorrowMorning(store)
    await store.runJob("refunds")
    expect(atService()).toEqual([139_955])
    // Core books it under the payment's name, not the refund's.
    expect(await readTotals(store, order.id)).toEqual(before)
  })

  it("asks politely after many at once, by the list", async () => {
    const { payment } = await boughtYesterday(store)
    for (let i = 0; i < 3; i++) {
      await refund(payment, 100)
    }
    await later(30)
    const counts = store.sandbox.journal.counts
    expect(counts["GET /api/refunds/:id"] ?? 0).toBeLessThanOrEqual(3)
    expect(counts["GET /api/refunds"] ?? 0).toBe(0)
  })
})
