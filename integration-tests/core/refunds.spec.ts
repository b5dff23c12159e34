import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { dayOf, momentOf } from "../../src/modules/instalments/domain/calendar"
import {
  ageRows,
  boughtYesterday,
  MINUTE,
  tomorrowMorning,
  ZONE,
} from "../harness/calendar"
import { readTotals } from "../harness/read-totals"
import { refundActions } from "../harness/refund-actions"
import { withStore } from "../harness/with-store"

const DAY = 24 * 60 * MINUTE

/** A merchant refunds a payment, by the service's rules. */
withStore((store) => {
  const actions = refundActions(store)
  const { refund, cancel, withdraw, requests, atService, sendings } = actions
  const { alerts, told, runs, fail, failSecond } = actions
  const sum = () => atService().reduce((all, cents) => all + cents, 0)

  afterEach(() => {
    Object.assign(store.ledger.options.refunds, {
      ...{ sameDay: "schedule", approval: "automatic", paused: false },
    })
  })

  it("is kept on the purchase day, sent at 10:00 tomorrow, and followed to its end", async () => {
    const { payment } = await store.buy()
    expect((await refund(payment, 100.5)).status).toBe(200)
    const [row] = await requests()
    const tomorrow = dayOf(store.ledger.now(), ZONE) + 1
    expect(row).toMatchObject({ status: "scheduled", amount: 10_050 })
    expect(row!.send_after).toEqual(new Date(momentOf(tomorrow, 10, ZONE)))
    await store.runJob("refunds")
    expect(sendings()).toBe(0)

    await tomorrowMorning(store)
    await store.runJob("refunds")
    expect(await requests()).toMatchObject([{ status: "requested" }])
    await store.passTime(2 * MINUTE)
    await store.runJob("refunds")
    expect(await requests()).toMatchObject([{ status: "pending" }])
    await store.passTime(10 * MINUTE)
    await store.runJob("refunds")
    expect(await requests()).toMatchObject([
      { status: "complete", amount: 10_050, reason: "merchant" },
    ])
    expect(sendings()).toBe(1)
  })

  it("is sent on the purchase day where refunds are approved by hand", async () => {
    const { payment } = await store.buy()
    store.ledger.options.refunds.approval = "manual"
    store.sandbox.set({ approval: "manual" })
    await refund(payment, 100.5)
    expect(await requests()).toMatchObject([{ status: "requested" }])
  })

  it("is sent as soon as Medusa has booked it from the next day, as often as wanted, to the last cent", async () => {
    const { payment, order } = await boughtYesterday(store)
    const parts = [0.01, 333.33, 333.34, 0.05, 732.82]
    for (const [i, part] of parts.entries()) {
      expect((await refund(payment, part)).status).toBe(200)
      expect((await requests())[i]).toMatchObject({ status: "requested" })
    }
    expect(sum()).toBe(139_955)
    expect((await refund(payment, 0.01)).status).toBe(400)
    const totals = await readTotals(store, order.id)
    expect(totals).toMatchObject({ refunded_total: 1_399.55 })
    expect(totals.payment_data.reference).toBeTruthy()
    const [row] = await requests()
    expect(await withdraw(row!.id)).toMatchObject({
      status: 409,
      data: { message: expect.stringMatching(/only one that was not sent/) },
    })
  })

  it("is refused in words when a rule forbids it, which changes nothing and alerts nobody", async () => {
    const { payment, order } = await store.buy()
    const isRefused = async (amount: number, words: RegExp) => {
      const before = await readTotals(store, order.id)
      const { status, data } = await refund(payment, amount)
      expect([amount, status, data.message]).toEqual([
        ...[amount, 400, expect.stringMatching(words)],
      ])
      expect(await readTotals(store, order.id)).toEqual(before)
    }
    store.ledger.options.refunds.sameDay = "reject"
    await isRefused(100.5, /day of purchase.* 10:00 \(Africa/)
    await tomorrowMorning(store)
    await store.runJob("refunds")
    for (const amount of [0, -1, 0.001, 1_399.56]) {
      await isRefused(amount, /./)
    }
    await store.passTime(3 * MINUTE)
    await store.runJob("refunds")
    expect(await alerts()).toEqual([])
    expect((await refund({ id: "pay_unknown" }, 100)).status).toBe(404)
    expect(sendings()).toBe(0)
  })

  it("is sent on day 100 and refused after it", async () => {
    const { payment } = await store.buy()
    const bought = dayOf(store.ledger.now(), ZONE)
    const end = momentOf(bought + 101, 0, ZONE)
    await store.passTime(end - MINUTE - store.ledger.now())
    expect((await refund(payment, 1)).status).toBe(200)
    await store.passTime(2 * MINUTE)
    const { data } = await refund(payment, 1)
    expect(data.message).toMatch(/within 100 days .* the last day was/)
    expect(sendings()).toBe(1)
  })

  it("is taken out of the books, and shown with the service's words, when only the service refuses it", async () => {
    const { payment, order, reference } = await boughtYesterday(store)
    const before = await readTotals(store, order.id)
    const checkout_id = String((await store.row(reference)).checkout_id)
    await store.ledger.client.createRefund({ checkout_id, amount: 139_955 })
    expect((await refund(payment, 100)).status).toBe(200)
    expect(await requests()).toMatchObject([{ status: "refused" }])
    expect(await readTotals(store, order.id)).toEqual(before)
    expect(await alerts(reference)).toMatchObject([
      {
        kind: "failed-refund",
        text: expect.stringMatching(/exceeds the refundable amount/),
      },
    ])
  })

  it("is sent the next day when the service calls it of the same day, as the store's clock is ahead", async () => {
    const { payment } = await store.buy()
    store.ledger.options.clockOffset += DAY
    expect((await refund(payment, 100)).status).toBe(200)
    expect(await requests()).toMatchObject([
      {
        status: "scheduled",
        last_error: expect.stringMatching(/on the day of purchase/),
      },
    ])
    await tomorrowMorning(store)
    await store.runJob("refunds")
    expect(await requests()).toMatchObject([{ status: "requested" }])
  })

  it("of another provider's payment is not handled by the plugin", async () => {
    const { cartId } = await store.beginCheckout()
    const { data } = await store.post("/store/payment-collections", {
      cart_id: cartId,
    })
    await store.post(
      `/store/payment-collections/${data.payment_collection.id}/payment-sessions`,
      { provider_id: "pp_system_default" }
    )
    await store.post(`/store/carts/${cartId}/complete`)
    const [order] = await store.orders({ cart_id: cartId })
    const payment = order!.payment_collections[0]!.payments[0]!
    await store.adminPost(`/admin/payments/${payment.id}/capture`)
    expect((await refund(payment, 100)).status).toBe(200)
    expect(await requests()).toEqual([])
  })

  it("that fails at the service leaves the order's totals as they were, and of two equal ones the other's", async () => {
    const { payment, order } = await boughtYesterday(store)
    store.sandbox.set({ refunds: { approveAfterMs: 100 * DAY } })
    const none = await readTotals(store, order.id)
    await refund(payment, 100.5)
    const one = await readTotals(store, order.id)
    expect(one).not.toEqual(none)
    await refund(payment, 100.5)
    await failSecond()
    expect(await readTotals(store, order.id)).toEqual(one)
    await fail()
    expect(await requests()).toMatchObject([
      { status: "failed" },
      { status: "failed" },
    ])
    expect(await readTotals(store, order.id)).toEqual(none)
    expect((await refund(payment, 100.5)).status).toBe(200)
    expect(await readTotals(store, order.id)).toEqual(one)
  })

  it("that fails after it was complete changes no books, is held for a person and nowhere said to be back, until it is complete again", async () => {
    const { payment, order, reference } = await boughtYesterday(store)
    await refund(payment, 100.5)
    await runs()
    const [row] = await requests()
    expect(row).toMatchObject({ status: "complete" })
    const books = await readTotals(store, order.id)
    const id = String(row!.refund_request_id)
    await store.sandbox.failRefund(id, { force: true })
    await store.passTime(DAY)
    await runs()
    expect(await requests()).toMatchObject([
      {
        status: "complete",
        held_reason: expect.stringMatching(/complete and now says failed/),
      },
    ])
    expect(await readTotals(store, order.id)).toEqual(books)
    expect(await told()).toContain("now says failed")
    const check = async () => {
      await store.passTime(DAY)
      const path = `/admin/instalments/checkouts/${reference}/check`
      const { status, data } = await store.adminPost(path)
      expect([status, data.message]).toEqual([200, undefined])
      return JSON.stringify(data.checkout.timeline)
    }
    expect(await check()).toMatch(/now says failed|says failed now/)
    await store.sandbox.completeRefund(id, { force: true })
    await check()
    expect(await requests()).toMatchObject([
      { status: "complete", service_status: "complete" },
    ])
    expect(await told()).not.toContain("now says failed")
  })

  it("that is complete after it has failed is accepted and reported", async () => {
    const { payment } = await boughtYesterday(store)
    await refund(payment, 100.5)
    await fail()
    const [row] = await requests()
    expect(row).toMatchObject({ status: "failed" })
    const id = String(row!.refund_request_id)
    await store.sandbox.completeRefund(id, { force: true })
    await store.passTime(DAY)
    await runs()
    expect(await requests()).toMatchObject([
      {
        status: "complete",
        held_reason: expect.stringMatching(/failed.*complete/),
      },
    ])
  })

  it("is sent for an order without its link to the cart, also when that is cancelled", async () => {
    const { order, payment, cartId } = await boughtYesterday(store)
    await store.container.resolve(ContainerRegistrationKeys.LINK).dismiss({
      [Modules.ORDER]: { order_id: order.id },
      [Modules.CART]: { cart_id: cartId },
    })
    const { status, data } = await refund(payment, 100)
    expect([status, data.message]).toEqual([200, undefined])
    await cancel(order)
    await runs()
    expect(atService()).toEqual([10_000, 129_955])
  })

  it("keeps the books right when ten are asked for at once", async () => {
    const { payment, order } = await boughtYesterday(store)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => refund(payment, 100))
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    await ageRows(store)
    await runs()
    expect(sum()).toBe(100_000)
    expect(await readTotals(store, order.id)).toMatchObject({
      total: 399.55,
      refunded_total: 1_000,
      credits: 1_000,
      pending_difference: 0,
      refunds: Array(10).fill(100),
    })
    expect(store.sandbox.journal.violations).toEqual({})
  })
})
