import { ageRows, tomorrowMorning } from "../store/calendar"
import { Prices } from "../store/prices"
import { readTotals } from "../store/read-totals"
import { withStore } from "../store/with-store"

withStore((store) => {
  const prices = new Prices(store)
  const mend = async () => {
    await ageRows(store)
    await store.runJob("refunds")
  }

  it("tells of the rest of a cancelled order that the service refuses, when both parts round another way", async () => {
    await prices.courier(0)
    await prices.tax({ rate: 15, inside: false })
    await prices.mug(1299.99)
    const { order, payment } = await prices.payFor(
      await prices.cart({ mugs: 1 })
    )
    await tomorrowMorning(store)
    // R 1 494,9885: the first half is R 747,49 at the service, the other R 747,50.
    await store.adminPost(`/admin/payments/${payment!.id}/refund`, {
      amount: 747.49425,
    })
    await mend()
    const before = await readTotals(store, order!.id)
    store.sandbox.fault({
      path: "/api/refunds",
      method: "POST",
      kind: "error",
      status: 422,
    })
    const path = `/admin/orders/${order!.id}/cancel`
    expect((await store.adminPost(path)).status).toBe(200)
    await mend()
    expect(store.sandbox.refundRequests.size).toBe(1)
    expect(await readTotals(store, order!.id)).toMatchObject({
      refunds: [747.49425],
      refunded_total: before.refunded_total,
      transactions: before.transactions,
    })
    expect(
      (await store.ledger.attention.read()).filter(
        ({ kind }) => kind === "failed-refund"
      )
    ).toMatchObject([{ order_id: order!.id, amount: 74_750 }])
  })

  it("returns the rest of a cancelled order to the cent from its alert, when a rule refused it", async () => {
    await prices.courier(0)
    await prices.tax({ rate: 15, inside: false })
    await prices.mug(1299.99)
    const { order, payment, reference } = await prices.payFor(
      await prices.cart({ mugs: 1 })
    )
    await store.adminPost(`/admin/payments/${payment!.id}/refund`, {
      amount: 747.49425,
    })
    await mend()
    store.ledger.options.refunds.sameDay = "reject"
    await store.adminPost(`/admin/orders/${order!.id}/cancel`)
    store.ledger.options.refunds.sameDay = "schedule"
    await mend()
    await tomorrowMorning(store)
    const alert = (await store.ledger.attention.read()).find(
      ({ kind }) => kind === "failed-refund"
    )
    const again = await store.adminPost(
      `/admin/instalments/refund-requests/${alert?.refund_request}/retry`
    )
    expect(again.status).toBe(200)
    await mend()
    const rows = await store.ledger.listRefundRequests({ reference })
    const returned = rows
      .filter(({ status }) => status !== "refused")
      .reduce((sum, { amount }) => sum + amount, 0)
    expect(returned).toBe(149_499)
  })
})
