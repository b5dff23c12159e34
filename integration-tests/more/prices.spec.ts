import { MathBN } from "@medusajs/framework/utils"
import { ageRows, MINUTE, tomorrowMorning } from "../harness/calendar"
import { Prices } from "../harness/prices"
import { readTotals } from "../harness/read-totals"
import { withStore } from "../harness/with-store"

withStore((store) => {
  const prices = new Prices(store)
  beforeEach(() => prices.courier(0))

  /** The job corrects Medusa's books. */
  const repair = async () => {
    await ageRows(store)
    await store.runJob("refunds")
  }

  it.each([
    ["15 % inside R 149,00", { rate: 15, inside: true }, 149, 14_900],
    ["15 % on R 1 299,99", { rate: 15, inside: false }, 1299.99, 149_499],
  ])(
    "a price whose tax has no end, %s, is offered, paid and ordered",
    async (_, tax, price, cents) => {
      await prices.tax(tax)
      await prices.mug(price)
      const cartId = await prices.cart({ mugs: 1 })
      const errors = jest.spyOn(store.container.resolve("logger"), "error")
      const { data } = await store.get(
        `/store/instalments/offer?cart_id=${cartId}`
      )
      expect(data.offer).toMatchObject({ eligible: true, amount: cents / 100 })
      const { request, order, reference } = await prices.payFor(cartId)
      expect(errors).not.toHaveBeenCalled()
      expect(request).toMatchObject({ amount: cents })
      expect(order).toMatchObject({
        payment_collections: [{ status: "completed" }],
      })
      expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
    }
  )

  describe("a payment of R 1 494,9885, for which R 1 494,99 were paid,", () => {
    const bought = async (price = 1299.99) => {
      await prices.tax({ rate: 15, inside: false })
      await prices.mug(price)
      const { reference, order, payment } = await prices.payFor(
        await prices.cart({ mugs: 1 })
      )
      await tomorrowMorning(store)
      return { reference, orderId: order!.id, paymentId: payment!.id }
    }
    const refund = (paymentId: string, amount?: number) =>
      store.adminPost(`/admin/payments/${paymentId}/refund`, { amount })
    const complete = async () => {
      // The job checks less often with time.
      for (let run = 0; run < 4; run++) {
        await store.runJob("refunds")
        await store.passTime(60 * MINUTE)
      }
    }
    /** What is left at the service and in the ledger (cents), and in Medusa. */
    const left = async (reference: string, orderId: string) => {
      const row = await store.row(reference)
      const requests = await store.ledger.listRefundRequests({ reference })
      const complete = requests.filter(({ status }) => status === "complete")
      const sum = (rows: { amount: number }[]) =>
        rows.reduce((total, { amount }) => total + amount, 0)
      const alive = [...store.sandbox.refundRequests.values()].filter(
        ({ status }) => status !== "failed"
      )
      const totals = await readTotals(store, orderId)
      const inMedusa = MathBN.sub(
        totals.captured_amount,
        totals.refunded_amount
      )
      return {
        service: row.amount - sum(alive),
        ledger: row.amount - sum(complete),
        medusa: Math.round(inMedusa.toNumber() * 100) + 0,
        pending: Math.round(totals.pending_difference * 100) + 0,
        total: Math.round(totals.total * 100) + 0,
      }
    }
    const nothing = { service: 0, ledger: 0, medusa: 0, pending: 0, total: 0 }

    it.each<[string, (number | undefined)[]]>([
      ["as the shop shows it", [1494.99]],
      ["in parts as Medusa counts them", [747.49425, 747.49425]],
      ["to the last fraction", [0.005, 498.3295, 498.3295, 498.3245]],
    ])("is refunded whole %s, with nothing left", async (_, amounts) => {
      const { reference, orderId, paymentId } = await bought()
      for (const amount of amounts) {
        const { status, data } = await refund(paymentId, amount)
        expect([status, data.message]).toEqual([200, undefined])
      }
      await complete()
      expect(await left(reference, orderId)).toEqual(nothing)
      expect((await refund(paymentId, 0.01)).status).toBe(400)
    })

    it("is as before after a part of it has failed, and refunded whole then", async () => {
      const { reference, orderId, paymentId } = await bought()
      const before = await readTotals(store, orderId)
      store.sandbox.set({ refunds: { outcome: "failed" } })
      await refund(paymentId, 747.49425)
      await complete()
      expect(await readTotals(store, orderId)).toEqual(before)
      store.sandbox.set({
        refunds: { outcome: "complete", failedFreesRemainder: true },
      })
      await refund(paymentId, 747.49425)
      await refund(paymentId, 747.49425)
      await complete()
      expect(await left(reference, orderId)).toMatchObject({
        ledger: 0,
        medusa: 0,
        pending: 0,
      })
    })

    it("raises no alert for the 0,4 cents of R 1 494,954 that a cancellation finds left", async () => {
      const { reference, orderId, paymentId } = await bought(1299.96)
      await refund(paymentId, 1494.95)
      await complete()
      const path = `/admin/orders/${orderId}/cancel`
      expect((await store.adminPost(path)).status).toBe(200)
      await complete()
      expect(
        await store.ledger.listRefundRequests({ reference })
      ).toMatchObject([{ status: "complete", held_reason: null }])
      expect(await left(reference, orderId)).toMatchObject({
        service: 0,
        ledger: 0,
        medusa: 0,
        pending: 0,
      })
    })

    it("is returned whole when its order is cancelled after a part", async () => {
      const { reference, orderId, paymentId } = await bought()
      await refund(paymentId, 747.49425)
      const { status } = await store.adminPost(
        `/admin/orders/${orderId}/cancel`
      )
      expect(status).toBe(200)
      await complete()
      expect(await left(reference, orderId)).toMatchObject({
        service: 0,
        ledger: 0,
        medusa: 0,
        pending: 0,
      })
    })
  })

  it("alerts about the rest of a cancelled order that the service refuses, when both parts round differently", async () => {
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
    await repair()
    const before = await readTotals(store, order!.id)
    store.sandbox.fault({
      path: "/api/refunds",
      method: "POST",
      kind: "error",
      status: 422,
    })
    const path = `/admin/orders/${order!.id}/cancel`
    expect((await store.adminPost(path)).status).toBe(200)
    await repair()
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
    await prices.tax({ rate: 15, inside: false })
    await prices.mug(1299.99)
    const { order, payment, reference } = await prices.payFor(
      await prices.cart({ mugs: 1 })
    )
    await store.adminPost(`/admin/payments/${payment!.id}/refund`, {
      amount: 747.49425,
    })
    await repair()
    store.ledger.options.refunds.sameDay = "reject"
    await store.adminPost(`/admin/orders/${order!.id}/cancel`)
    store.ledger.options.refunds.sameDay = "schedule"
    await repair()
    await tomorrowMorning(store)
    const alert = (await store.ledger.attention.read()).find(
      ({ kind }) => kind === "failed-refund"
    )
    const again = await store.adminPost(
      `/admin/instalments/refund-requests/${alert?.refund_request}/retry`
    )
    expect(again.status).toBe(200)
    await repair()
    const rows = await store.ledger.listRefundRequests({ reference })
    const returned = rows
      .filter(({ status }) => status !== "refused")
      .reduce((sum, { amount }) => sum + amount, 0)
    expect(returned).toBe(149_499)
  })
})
