import { Modules } from "@medusajs/framework/utils"
import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { eventually, pauseAtWrite } from "../harness/pause-at-write"
import { correctTotals } from "../../src/workflows/medusa-repairs/stale-totals"
import { boughtYesterday, MINUTE } from "../harness/calendar"
import { readTotals } from "../harness/read-totals"
import { refundActions } from "../harness/refund-actions"
import { withStore } from "../harness/with-store"

/** The totals of orders with more than one payment, refund or failure. */
withStore((store) => {
  const actions = refundActions(store)
  const { refund, cancel, refundByCode, requests, atService } = actions
  const { posted, itemOf, edit, runs, fail, failSecond, refuseWrites } = actions
  const retry = (id: string) =>
    store.adminPost(`/admin/instalments/refund-requests/${id}/retry`)

  afterEach(() => {
    store.ledger.options.refunds.sameDay = "schedule"
  })

  /** What the order owes is paid in cash. */
  async function payRest(order: { id: string }) {
    const { data } = await store.adminGet(
      `/admin/orders/${order.id}?fields=payment_collections.*`
    )
    const collection = (
      data.order.payment_collections as { id: string; status: string }[]
    ).find(({ status }) => status === "not_paid")
    await posted(`/admin/payment-collections/${collection!.id}/mark-as-paid`, {
      order_id: order.id,
    })
  }

  /** The totals without the fields of one payment. */
  async function summary(orderId: string) {
    const {
      status,
      refunds,
      payment_data,
      captured_amount,
      refunded_amount,
      ...totals
    } = await readTotals(store, orderId)
    return totals
  }

  describe("a cancelled order", () => {
    it("whose refund fails again and again is refunded when it is asked for once more", async () => {
      const { order } = await boughtYesterday(store)
      await cancel(order)
      const before = await summary(order.id)
      for (const time of [1, 2, 3]) {
        await fail()
        expect(await summary(order.id)).toMatchObject({
          ...{ transaction_total: 1399.55, pending_difference: 0 },
          ...{ credits: 0, total: 1399.55 },
        })
        const last = (await requests()).at(-1)!
        expect([time, (await retry(last.id)).status]).toEqual([time, 200])
        expect([time, atService()]).toEqual([time, [139_955]])
      }
      expect(await summary(order.id)).toMatchObject({
        ...{ transaction_total: 0, pending_difference: 0, total: 0 },
        credits: before.credits,
      })
    })

    it("with a part refunded before, and both fail, gets both back", async () => {
      const { order, payment } = await boughtYesterday(store)
      await refund(payment, 100)
      await cancel(order)
      await fail()
      const rows = await requests()
      expect(rows.map(({ amount }) => amount)).toEqual([10_000, 129_955])
      for (const { id } of rows) {
        expect((await retry(id)).status).toBe(200)
      }
      expect(atService()).toEqual([10_000, 129_955])
      expect(await summary(order.id)).toMatchObject({
        ...{ transaction_total: 0, pending_difference: 0, total: 0 },
        credits: 1399.55,
      })
      await fail()
      expect(await summary(order.id)).toMatchObject({
        ...{ transaction_total: 1399.55, pending_difference: 0 },
        ...{ credits: 0, total: 1399.55 },
      })
    })

    it("keeps the credit of another provider's payment when the refund is refused", async () => {
      const { order } = await store.buy()
      await edit(order, 8)
      await payRest(order)
      store.ledger.options.refunds.sameDay = "reject"
      expect((await cancel(order)).status).toBe(200)
      await runs()
      expect(atService()).toEqual([])
      expect(await summary(order.id)).toMatchObject({
        ...{ transaction_total: 1399.55, total: 1399.55 },
        pending_difference: 0,
      })
    })

    it("has the totals of the other payment alone when the refund fails", async () => {
      const { order } = await boughtYesterday(store)
      await edit(order, 8)
      await payRest(order)
      const paid = await summary(order.id)
      expect((await cancel(order)).status).toBe(200)
      const all = await summary(order.id)
      await fail()
      const credits = all.credits - 1399.55
      expect(await summary(order.id)).toMatchObject({
        ...{ transaction_total: 1399.55, total: 1399.55 },
        pending_difference: 0,
        credits: expect.closeTo(credits),
        credit_line_total: expect.closeTo(credits),
        original_order_total: paid.total,
      })
    })

    it("whose refund is withdrawn needs attention, until its money is returned", async () => {
      const { order } = await store.buy()
      await cancel(order)
      const [row] = await requests()
      const path = `/admin/instalments/refund-requests/${row!.id}`
      expect((await store.adminPost(`${path}/withdraw`)).status).toBe(200)
      await runs()
      const attention = () => store.ledger.attention.read(row!.reference)
      expect(await attention()).toMatchObject([
        {
          kind: "failed-refund",
          amount: 139_955,
          actions: ["retry", "resolve"],
        },
      ])
      await store.passTime(24 * 60 * MINUTE)
      const { status, data } = await retry(row!.id)
      expect([status, data.message]).toEqual([200, undefined])
      expect(atService()).toEqual([139_955])
      expect(await attention()).toEqual([])
    })
  })

  it("is not withdrawn while core is still cancelling the order, but after that", async () => {
    const { order } = await store.buy()
    const before = await summary(order.id)
    const paused = await pauseAtWrite(store.db, "order_change")
    const cancelled = cancelOrderWorkflow(store.container).run({
      input: { order_id: order.id },
    })
    await paused.reached()
    const [row] = await requests()
    expect(row).toMatchObject({ status: "filed", amount: 139_955 })
    const path = `/admin/instalments/refund-requests/${row!.id}/withdraw`
    const { status, data } = await store.adminPost(path)
    expect([status, data.message]).toEqual([
      409,
      expect.stringMatching(/still booking/),
    ])
    await paused.resume()
    await cancelled
    await eventually(async () => (await requests())[0]!.status === "scheduled")
    await posted(path)
    await runs()
    expect(atService()).toEqual([])
    expect(await summary(order.id)).toMatchObject(before)
    const causes = await store.ledger.attention.read(row!.reference)
    expect(causes).toMatchObject([{ actions: ["retry", "resolve"] }])
  })

  it("can be returned again after core has cancelled it later than its refund was given up", async () => {
    const { order } = await store.buy()
    const paused = await pauseAtWrite(store.db, "order_change")
    const cancelled = cancelOrderWorkflow(store.container).run({
      input: { order_id: order.id },
    })
    await paused.reached()
    await store.passTime(3 * MINUTE)
    await store.runJob("refunds")
    const [row] = await requests()
    expect(row).toMatchObject({ status: "refused", amount: 139_955 })
    await paused.resume()
    await cancelled
    await runs()
    const causes = await store.ledger.attention.read(row!.reference)
    expect(causes).toMatchObject([
      {
        text: expect.stringMatching(/The order was cancelled/),
        actions: ["retry", "resolve"],
      },
    ])
  })

  it("gives no refund the credit of another one that is made at the same time", async () => {
    const { order, payment } = await boughtYesterday(store)
    const { db } = store
    // The first refund that credits the order has to wait, and then fails.
    await db.raw(`
      create sequence arrivals;
      create function fail_late() returns trigger language plpgsql as $$
      begin if nextval('arrivals') = 1 then
        perform pg_sleep(3); raise exception 'No space left on device';
      end if; return new; end $$;
      create trigger fail_late before insert on order_change
        for each row execute function fail_late()`)
    const first = refundByCode(payment, 100).catch(() => "failed")
    await eventually(async () => {
      const { rows } = await db.raw("select is_called from arrivals")
      return rows[0].is_called
    })
    await refundByCode(payment, 100)
    expect(await first).toBe("failed")
    await db.raw("drop function fail_late cascade; drop sequence arrivals")
    await runs()
    expect(atService()).toEqual([10_000])
    expect(await summary(order.id)).toMatchObject({
      ...{ transactions: [-100, 1399.55], credits: 100 },
      pending_difference: 0,
    })
    expect((await requests()).map(({ status }) => status)).toEqual([
      "refused",
      "complete",
    ])
  })

  it("does not count removed credit in the earlier total of an order", async () => {
    const { order, payment } = await boughtYesterday(store)
    const bought = await summary(order.id)
    await refund(payment, 100)
    await edit(order, 4)
    const edited = await summary(order.id)
    expect(edited.original_order_total).toBe(bought.total - 100)
    await refund(payment, 50)
    await fail()
    expect(await summary(order.id)).toMatchObject({
      ...{ original_order_total: bought.total, credit_line_total: 0 },
      ...{ total: edited.total + 100, transaction_total: bought.total },
    })
  })

  it("sends no refund whose amount differs from the books", async () => {
    const { order, payment } = await boughtYesterday(store)
    await edit(order, 1)
    const before = await summary(order.id)
    const allowWrites = await refuseWrites("order_transaction")
    const first = refundByCode(payment, 100).catch(() => "failed")
    expect(await first).toBe("failed")
    await allowWrites()
    await refundByCode(payment, 50)
    await runs()
    expect(atService()).toEqual([5_000])
    expect(await summary(order.id)).toMatchObject({
      transactions: [-50, 1399.55],
      pending_difference: before.pending_difference + 50,
    })
  })

  describe("totals that core has written are not changed", () => {
    const kept = async (order: { id: string }, when: string) => {
      const before = await readTotals(store, order.id)
      await correctTotals(order.id, store.container)
      expect([when, await readTotals(store, order.id)]).toEqual([when, before])
    }

    async function shipped() {
      const { order, payment } = await boughtYesterday(store)
      const item = await itemOf(order)
      const items = [{ id: item, quantity: 3 }]
      await posted(`/admin/orders/${order.id}/fulfillments`, { items })
      return { order, payment, item }
    }

    it("during a return", async () => {
      const { order, payment, item } = await shipped()
      await kept(order, "shipped")
      await refund(payment, 100)
      await kept(order, "refunded")
      const [place] = await store.container
        .resolve(Modules.STOCK_LOCATION)
        .listStockLocations({})
      const { return: back } = await posted("/admin/returns", {
        ...{ order_id: order.id, location_id: place!.id },
      })
      await posted(`/admin/returns/${back.id}/request-items`, {
        items: [{ id: item, quantity: 1 }],
      })
      await kept(order, "return begun")
      await posted(`/admin/returns/${back.id}/request`)
      await kept(order, "return requested")
      await posted(`/admin/returns/${back.id}/receive`)
      await posted(`/admin/returns/${back.id}/receive-items`, {
        items: [{ id: item, quantity: 1 }],
      })
      await posted(`/admin/returns/${back.id}/receive/confirm`)
      await kept(order, "return received")
      const before = await readTotals(store, order.id)
      await refund(payment, -before.pending_difference)
      await kept(order, "return refunded")
      await failSecond()
      expect(await readTotals(store, order.id)).toEqual(before)
    })

    it("during an exchange", async () => {
      const { order, payment, item } = await shipped()
      await refund(payment, 100)
      const { exchange } = await posted("/admin/exchanges", {
        order_id: order.id,
      })
      const path = `/admin/exchanges/${exchange.id}`
      await posted(`${path}/inbound/items`, {
        items: [{ id: item, quantity: 1 }],
      })
      await posted(`${path}/outbound/items`, {
        items: [{ variant_id: store.shop.variantId, quantity: 2 }],
      })
      await kept(order, "exchange begun")
      await posted(`${path}/request`)
      await kept(order, "exchange requested")
      const before = await readTotals(store, order.id)
      await refund(payment, 50)
      await kept(order, "refunded again")
      await failSecond()
      expect(await readTotals(store, order.id)).toEqual(before)
    })

    it("during a claim", async () => {
      const { order, payment, item } = await shipped()
      await refund(payment, 100)
      const { claim } = await posted("/admin/claims", {
        ...{ order_id: order.id, type: "replace" },
      })
      const path = `/admin/claims/${claim.id}`
      await posted(`${path}/inbound/items`, {
        items: [{ id: item, quantity: 1 }],
      })
      await posted(`${path}/outbound/items`, {
        items: [{ variant_id: store.shop.variantId, quantity: 1 }],
      })
      await posted(`${path}/request`)
      await kept(order, "claim requested")
      const before = await readTotals(store, order.id)
      await refund(payment, 50)
      await kept(order, "refunded again")
      await fail()
      expect(await readTotals(store, order.id)).toMatchObject({
        refunds: [],
        pending_difference: before.pending_difference,
      })
    })
  })
})
