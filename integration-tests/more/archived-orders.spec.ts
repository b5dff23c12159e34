import { balanceActions } from "../harness/balance-actions"
import { boughtYesterday } from "../harness/calendar"
import { linkActions } from "../harness/link-actions"
import { readTotals } from "../harness/read-totals"
import { refundActions } from "../harness/refund-actions"
import { Support } from "../laws/support"
import { addresses } from "../../demo/shopper/buying.cjs"
import { withStore } from "../harness/with-store"

/**
 * An order that was cancelled and then archived: core lets a merchant archive it, and
 * its status is `archived` from then on. It stays cancelled: `canceled_at` says so.
 */
withStore((store) => {
  const { linkTo, linkOfOwing, open, press, opened } = linkActions(store)
  const { boughtAndEdited, begin, books, draft, convert } =
    balanceActions(store)
  const { cancel, requests, atService, runs } = refundActions(store)

  async function cancelAndArchive(id: string) {
    expect((await cancel({ id })).status).toBe(200)
    const archived = await store.adminPost(`/admin/orders/${id}/archive`)
    expect([archived.status, archived.data.message]).toEqual([200, undefined])
  }

  it("its link says that it is cancelled, and opens no payment page", async () => {
    const { id, url } = await linkOfOwing()
    await cancelAndArchive(id)
    const page = await open(url)
    expect(page.words).toMatch(/is cancelled/)
    expect(page.html).not.toContain("<button")
    expect((await press(url)).status).toBe(200)
    expect(await opened(id)).toEqual([])
  })

  it("of a draft that was converted, cancelled and archived, nothing can be paid by the link", async () => {
    const id = await draft(addresses)
    await convert(id)
    const url = await linkTo(id)
    await cancelAndArchive(id)
    expect((await open(url)).words).toMatch(/is cancelled/)
    expect((await press(url)).status).toBe(200)
  })

  it("a payment of its balance on a page that was open goes back", async () => {
    const { order } = await boughtAndEdited()
    const { reference } = await begin(order.id)
    await cancelAndArchive(order.id)
    await store.sandbox.pay(reference)
    expect(await store.row(reference)).toMatchObject({ outcome: "returned" })
    const { booked } = await books(order.id)
    expect(booked).toEqual([-1399.55, 1399.55])
  })

  it("the shop does not sell it any more", async () => {
    const { createInstalments } = await import("../../src/storefront/index.js")
    const shop = createInstalments({
      baseUrl: store.api.defaults.baseURL!,
      publishableKey: String(store.shop.headers["x-publishable-api-key"]),
    })
    const { order } = await boughtAndEdited()
    await cancelAndArchive(order.id)
    expect(await shop.balance(order.id)).toMatchObject({ isPayable: false })
  })

  it("its refund that the merchant withdraws leaves an alert: the money is here", async () => {
    const { order } = await store.buy()
    await cancelAndArchive(order.id)
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

  it("its refund that fails is taken out of the books beside a claim that nobody can end", async () => {
    const { order } = await boughtYesterday(store)
    expect((await cancel(order)).status).toBe(200)
    const claim = await store.adminPost("/admin/claims", {
      ...{ order_id: order.id, type: "refund" },
    })
    expect(claim.status).toBe(200)
    const archived = await store.adminPost(`/admin/orders/${order.id}/archive`)
    expect(archived.status).toBe(200)
    const [refunded] = await requests()
    await store.sandbox.failRefund(String(refunded!.refund_request_id))
    await runs()
    expect(await requests()).toMatchObject([{ books_error: null }])
    expect(await readTotals(store, order.id)).toMatchObject({
      ...{ refunded_total: 0, transaction_total: 1399.55 },
    })
  })

  it("its refund that failed, and that support has made, is booked", async () => {
    const { order } = await boughtYesterday(store)
    await cancelAndArchive(order.id)
    const [failed] = await requests()
    await store.sandbox.failRefund(String(failed!.refund_request_id))
    await runs()
    await new Support(store).refund(139_955)
    await runs()
    const entries = "/admin/instalments/unmatched-refunds"
    const { data } = await store.adminGet(entries)
    const [{ refund_request_id }] = data.unmatched_refunds
    const booked = await store.adminPost(
      `${entries}/${refund_request_id}/book`,
      { reference: failed!.reference }
    )
    expect([booked.status, booked.data.message]).toEqual([201, undefined])
    await runs()
    expect(await readTotals(store, order.id)).toMatchObject({
      ...{ refunded_total: 1399.55, transaction_total: 0 },
    })
    expect(await store.ledger.attention.read(failed!.reference)).toEqual([])
  })
})
