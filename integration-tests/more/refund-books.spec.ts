import { Modules } from "@medusajs/framework/utils"
import { correctTotals } from "../../src/workflows/medusa-repairs/stale-totals"
import { boughtYesterday } from "../harness/calendar"
import { eventually } from "../harness/pause-at-write"
import { readTotals } from "../harness/read-totals"
import { refundActions } from "../harness/refund-actions"
import { withStore } from "../harness/with-store"

/** The totals of orders with more than one refund, failure or change. */
withStore((store) => {
  const actions = refundActions(store)
  const { refund, refundByCode, requests, atService, withdraw, alerts } =
    actions
  const { posted, itemOf, edit, runs, fail, failSecond, refuseWrites } = actions

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

  it("a failed refund is told of again when the one that took its place is withdrawn", async () => {
    const { payment } = await boughtYesterday(store)
    await refund(payment, 100.5)
    const [first] = await requests()
    await store.sandbox.failRefund(String(first!.refund_request_id))
    await runs()
    expect(await alerts()).toHaveLength(1)
    // Another article comes back, and its refund waits for the limit.
    store.sandbox.fault({
      ...{ path: "/api/refunds", method: "POST", times: 1 },
      ...{ kind: "rate_limit", seconds: 3_000 },
    })
    expect((await refund(payment, 433.35)).status).toBe(200)
    expect(await alerts()).toEqual([])
    const [, second] = await requests()
    expect((await withdraw(second!.id)).status).toBe(200)
    await runs()
    expect(await alerts()).toMatchObject([
      { text: expect.stringMatching(/^The refund has failed/) },
    ])
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
