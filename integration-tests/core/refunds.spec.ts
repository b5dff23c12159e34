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
import { withStore, type Store } from "../harness/with-store"

withStore((store) => {
  const refund = (payment: { id: string }, amount: number) =>
    store.adminPost(`/admin/payments/${payment.id}/refund`, { amount })
  const requests = () =>
    store.ledger.listRefundRequests({}, { order: { created_at: "ASC" } })

  describe("on the purchase day a refund", () => {
    it("is accepted, kept for 10:00 tomorrow, and sent then", async () => {
      const { payment } = await store.buy()
      expect((await refund(payment, 100.5)).status).toBe(200)
      const [row] = await requests()
      const tomorrow = dayOf(store.ledger.now(), ZONE) + 1
      expect(row).toMatchObject({ status: "scheduled", amount: 10_050 })
      expect(row!.send_after).toEqual(new Date(momentOf(tomorrow, 10, ZONE)))
      await store.runJob("refunds")
      expect(asked(store)).toBe(0)

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
      expect(asked(store)).toBe(1)
    })

    it("of all of it is sent by the job on the next day", async () => {
      const { payment } = await store.buy()
      expect((await refund(payment, 1399.55)).status).toBe(200)
      await store.passTime(24 * 60 * MINUTE)
      await store.runJob("refunds")
      expect([...store.sandbox.refundRequests.values()]).toMatchObject([
        { amount: 139955, status: "requested" },
      ])
    })

    it("is refused with the earliest time when the store wants that", async () => {
      const { payment, order } = await store.buy()
      const before = await readTotals(store, order.id)
      const { refunds } = store.ledger.options
      refunds.sameDay = "reject"
      const answer = await refund(payment, 100.5).finally(() => {
        refunds.sameDay = "schedule"
      })
      expect(answer.status).toBe(400)
      expect(answer.data.message).toMatch(/day of purchase.* 10:00 \(Africa/)
      expect(await readTotals(store, order.id)).toEqual(before)
    })

    it("is sent at once where refunds are approved by hand", async () => {
      const { payment } = await store.buy()
      const { refunds } = store.ledger.options
      refunds.approval = "manual"
      store.sandbox.set({ approval: "manual" })
      await refund(payment, 100.5).finally(() => {
        refunds.approval = "automatic"
      })
      expect(await requests()).toMatchObject([{ status: "requested" }])
    })
  })

  describe("from the next day a refund", () => {
    it("is sent as soon as Medusa has booked it", async () => {
      const { payment } = await boughtYesterday(store)
      expect((await refund(payment, 100.5)).status).toBe(200)
      expect(await requests()).toMatchObject([{ status: "requested" }])
    })

    it.each([
      ["nothing", 0],
      ["less than nothing", -1],
      ["less than a cent", 0.001],
      ["a cent more than is left", 1_399.56],
    ])("of %s is refused and changes nothing", async (_, amount) => {
      const { payment, order } = await boughtYesterday(store)
      const before = await readTotals(store, order.id)
      const answer = await refund(payment, amount)
      expect(answer.status).toBe(400)
      expect(answer.data.message).toBeTruthy()
      expect(asked(store)).toBe(0)
      expect(await readTotals(store, order.id)).toEqual(before)
    })

    it("works several times, to the last cent", async () => {
      const { payment, order } = await boughtYesterday(store)
      const parts = [0.01, 333.33, 333.34, 0.05, 732.82]
      for (const part of parts) {
        expect((await refund(payment, part)).status).toBe(200)
      }
      expect(sum(store)).toBe(139_955)
      expect((await refund(payment, 0.01)).status).toBe(400)
      const totals = await readTotals(store, order.id)
      expect(totals).toMatchObject({ refunded_total: 1_399.55 })
      expect(totals.payment_data.reference).toBeTruthy()
    })

    it("is refused after day 100 and sent on it", async () => {
      const { payment } = await store.buy()
      const bought = dayOf(store.ledger.now(), ZONE)
      const end = momentOf(bought + 101, 0, ZONE)
      await store.passTime(end - MINUTE - store.ledger.now())
      expect((await refund(payment, 1)).status).toBe(200)
      await store.passTime(2 * MINUTE)
      const late = await refund(payment, 1)
      expect(late.data.message).toMatch(/within 100 days .* the last day was/)
      expect(asked(store)).toBe(1)
    })
  })

  describe("that the local rules allow and the service refuses", () => {
    it.each<[string, (checkoutId: string) => unknown, RegExp]>([
      [
        "as unknown",
        (id) => store.sandbox.checkouts.delete(id),
        /refused it \(404\)/,
      ],
      [
        "as too late",
        () => store.sandbox.advance(101 * 24 * 60 * MINUTE),
        /within 100 days/,
      ],
      [
        "as too much",
        (checkout_id) =>
          store.ledger.client.createRefund({ checkout_id, amount: 139_955 }),
        /exceeds the refundable amount/,
      ],
    ])(
      "%s is removed from the books and shown with the service's words",
      async (_, change, words) => {
        const { payment, order, reference } = await boughtYesterday(store)
        const before = await readTotals(store, order.id)
        await change(String((await store.row(reference)).checkout_id))
        expect((await refund(payment, 100)).status).toBe(200)
        expect(await requests()).toMatchObject([{ status: "refused" }])
        expect(await readTotals(store, order.id)).toEqual(before)
        expect(await store.ledger.attention.read(reference)).toMatchObject([
          { kind: "failed-refund", text: expect.stringMatching(words) },
        ])
      }
    )

    it("as of the same day is sent the next day, with a store's clock that is ahead", async () => {
      const { payment } = await store.buy()
      store.ledger.options.clockOffset += 24 * 60 * MINUTE
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
  })

  it("of an unknown payment is not found", async () => {
    const answer = await refund({ id: "pay_unknown" }, 100)
    expect(answer.status).toBe(404)
    expect(asked(store)).toBe(0)
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

  describe("when it fails at the service", () => {
    it("the order's totals are what they were before", async () => {
      const { payment, order } = await boughtYesterday(store)
      const before = await readTotals(store, order.id)
      await refund(payment, 100.5)
      expect(await readTotals(store, order.id)).not.toEqual(before)
      await failAll(store)
      await laterRuns(store)
      expect(await requests()).toMatchObject([{ status: "failed" }])
      expect(await readTotals(store, order.id)).toEqual(before)
    })

    it("only the failed one of two equal refunds is removed", async () => {
      const { payment, order } = await boughtYesterday(store)
      await refund(payment, 100.5)
      const one = await readTotals(store, order.id)
      await refund(payment, 100.5)
      const [, second] = await requests()
      await store.sandbox.failRefund(String(second!.refund_request_id))
      await laterRuns(store)
      expect(await readTotals(store, order.id)).toEqual(one)
      expect((await refund(payment, 100.5)).status).toBe(200)
    })

    it("a failure after the completion changes no books and is held for a person", async () => {
      const { payment, order } = await boughtYesterday(store)
      await refund(payment, 100.5)
      await store.passTime(60 * MINUTE)
      await store.runJob("refunds")
      const [row] = await requests()
      expect(row).toMatchObject({ status: "complete" })
      const books = await readTotals(store, order.id)
      await store.sandbox.failRefund(String(row!.refund_request_id), {
        force: true,
      })
      await store.passTime(24 * 60 * MINUTE)
      await laterRuns(store)
      expect(await requests()).toMatchObject([
        {
          status: "complete",
          held_reason: expect.stringMatching(/complete and now says failed/),
        },
      ])
      expect(await readTotals(store, order.id)).toEqual(books)
    })

    it("a completion after the failure is accepted and reported", async () => {
      const { payment } = await boughtYesterday(store)
      await refund(payment, 100.5)
      await failAll(store)
      await laterRuns(store)
      const [row] = await requests()
      await store.sandbox.completeRefund(String(row!.refund_request_id), {
        force: true,
      })
      await store.passTime(24 * 60 * MINUTE)
      await laterRuns(store)
      const [after] = await requests()
      expect(after).toMatchObject({ status: "complete" })
      expect(after!.held_reason).toMatch(/failed.*complete/)
    })
  })

  it("is sent for an order without its link to the cart, also when that is cancelled", async () => {
    const { order, payment, cartId } = await boughtYesterday(store)
    await store.container.resolve(ContainerRegistrationKeys.LINK).dismiss({
      [Modules.ORDER]: { order_id: order.id },
      [Modules.CART]: { cart_id: cartId },
    })
    const { status, data } = await refund(payment, 100)
    expect([status, data.message]).toEqual([200, undefined])
    await store.adminPost(`/admin/orders/${order.id}/cancel`)
    await laterRuns(store)
    expect(asked(store)).toBe(2)
    expect(sum(store)).toBe(139_955)
  })

  it("keeps the books right when ten are asked for at once", async () => {
    const { payment, order } = await boughtYesterday(store)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => refund(payment, 100))
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    await ageRows(store)
    await laterRuns(store)
    expect(sum(store)).toBe(100_000)
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

const asked = ({ sandbox }: Store) =>
  sandbox.journal.counts["POST /api/refunds"] ?? 0

const sum = ({ sandbox }: Store) =>
  [...sandbox.refundRequests.values()].reduce((all, r) => all + r.amount, 0)

async function failAll({ sandbox }: Store) {
  for (const { id } of sandbox.refundRequests.values()) {
    await sandbox.failRefund(id)
  }
}

/** The job's next runs: it checks less often with time. */
async function laterRuns(store: Store) {
  for (let run = 0; run < 3; run++) {
    await store.passTime(60 * MINUTE)
    await store.runJob("refunds")
  }
}
