import { balanceActions } from "../harness/balance-actions"
import { boughtYesterday } from "../harness/calendar"
import { linkActions } from "../harness/link-actions"
import { readTotals } from "../harness/read-totals"
import { refundActions } from "../harness/refund-actions"
import { shopClient } from "../harness/shop-client"
import { Support } from "../laws/support"
import { withStore } from "../harness/with-store"

/**
 * An order that was cancelled and then archived: core lets a merchant archive it, and
 * its status is `archived` from then on. It stays cancelled: `canceled_at` says so.
 */
withStore((store) => {
  const { linkOfOwing, open, press, opened } = linkActions(store)
  const { books } = balanceActions(store)
  const { cancel, requests, atService, runs } = refundActions(store)

  async function archive(id: string) {
    const archived = await store.adminPost(`/admin/orders/${id}/archive`)
    expect([archived.status, archived.data.message]).toEqual([200, undefined])
  }

  async function refundFails() {
    const [failed] = await requests()
    await store.sandbox.failRefund(String(failed!.refund_request_id))
    await runs()
    return failed!
  }

  it("is not sold any more, by its link or in the shop, and what is paid on a page that was open goes back", async () => {
    const { id, url } = await linkOfOwing()
    await press(url)
    const [row] = await opened(id)
    expect((await cancel({ id })).status).toBe(200)
    await archive(id)
    const page = await open(url)
    expect(page.words).toMatch(/is cancelled/)
    expect(page.html).not.toContain("<button")
    expect((await press(url)).status).toBe(200)
    expect(await opened(id)).toHaveLength(1)
    const shop = await shopClient(store)
    expect(await shop.balance(id)).toMatchObject({ isPayable: false })
    await store.sandbox.pay(row!.id)
    expect(await store.row(row!.id)).toMatchObject({ outcome: "returned" })
    expect((await books(id)).booked).toEqual([-1399.55, 1399.55])
  })

  it("whose refund the merchant withdraws leaves an alert: the money is here", async () => {
    const { order } = await store.buy()
    expect((await cancel(order)).status).toBe(200)
    await archive(order.id)
    const [row] = await requests()
    expect(row).toMatchObject({ status: "scheduled", amount: 139_955 })
    const path = `/admin/instalments/refund-requests/${row!.id}`
    expect((await store.adminPost(`${path}/withdraw`)).status).toBe(200)
    await runs()
    expect(atService()).toEqual([])
    expect(await store.ledger.attention.read(row!.reference)).toMatchObject([
      { kind: "failed-refund", amount: 139_955, actions: ["retry", "resolve"] },
    ])
  })

  it("whose refund fails has it taken out of its books, beside a claim that nobody can end", async () => {
    const { order } = await boughtYesterday(store)
    expect((await cancel(order)).status).toBe(200)
    const claim = await store.adminPost("/admin/claims", {
      ...{ order_id: order.id, type: "refund" },
    })
    expect(claim.status).toBe(200)
    await archive(order.id)
    await refundFails()
    expect(await requests()).toMatchObject([{ books_error: null }])
    expect(await readTotals(store, order.id)).toMatchObject({
      ...{ refunded_total: 0, transaction_total: 1399.55 },
    })
  })

  it("whose refund failed has support's booked", async () => {
    const { order } = await boughtYesterday(store)
    expect((await cancel(order)).status).toBe(200)
    await archive(order.id)
    const { reference } = await refundFails()
    await new Support(store).refund(139_955)
    await runs()
    const entries = "/admin/instalments/unmatched-refunds"
    const { data } = await store.adminGet(entries)
    const [{ refund_request_id }] = data.unmatched_refunds
    const booked = await store.adminPost(
      `${entries}/${refund_request_id}/book`,
      { reference }
    )
    expect([booked.status, booked.data.message]).toEqual([201, undefined])
    await runs()
    expect(await readTotals(store, order.id)).toMatchObject({
      ...{ refunded_total: 1399.55, transaction_total: 0 },
    })
    expect(await store.ledger.attention.read(reference)).toEqual([])
  })
})
