import { noteOf } from "../../src/modules/instalments/refunds/booking"
import { modelBreaches } from "../laws/book-model"
import { readBookRows } from "../laws/book-rows"
import { ordersOf } from "../laws/books"
import { failingOnce } from "../laws/database-fault"
import { Support } from "../laws/support"
import { ageRows, boughtYesterday, tomorrowMorning } from "../harness/calendar"
import { OrderAdmin } from "../harness/order-admin"
import { Prices } from "../harness/prices"
import { withStore, type Store } from "../harness/with-store"

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const PATH = "/admin/instalments/unmatched-refunds"

/**
 * A refund that the service's support made and this store did not ask for is listed, and
 * a merchant books it.
 */
withStore((store) => {
  beforeEach(() => {
    store.sandbox.set({ refunds: { approveAfterMs: 1_000 * HOUR } })
  })
  const requests = () => [...store.sandbox.refundRequests.values()]
  const sendings = () => store.sandbox.journal.counts["POST /api/refunds"] ?? 0
  const listed = async () =>
    (await store.adminGet(PATH)).data.unmatched_refunds as {
      refund_request_id: string
    }[]
  const runAfter = async (ms = HOUR) => {
    await store.passTime(ms)
    await store.runJob("refunds")
  }
  /** Long enough for the job to repair what a killed process left. */
  const repair = async () => {
    for (let i = 0; i < 4; i++) {
      await ageRows(store)
      await runAfter(3 * MINUTE)
    }
  }
  const book = (id: string | undefined, reference: string) =>
    store.adminPost(`${PATH}/${id}/book`, { reference })
  const referenceOf = async (order_id: string) =>
    (await store.ledger.listCheckouts({ order_id }))[0]!.id
  const bought = async () => {
    const purchase = await boughtYesterday(store)
    return { ...purchase, reference: await referenceOf(purchase.order.id) }
  }
  const wrong = async ({ id, cart }: Bought["order"]) => {
    const [books] = await ordersOf(store, [cart!.id])
    const [rows] = await readBookRows({ store }, [id])
    const all = await store.ledger.listRefundRequests({})
    return modelBreaches(books!, rows!, all)
  }
  const alerts = async () =>
    (await store.ledger.attention.read()).filter(
      ({ kind }) => kind !== "config-old"
    )
  type Bought = Awaited<ReturnType<Store["buy"]>>

  it("lists a refund that support made, and books it into the order that the merchant names", async () => {
    const { order, payment, reference } = await bought()
    await new Support(store).refund(20_000)
    await runAfter()
    const [entry] = await listed()
    expect(entry).toMatchObject({ amount: 20_000, currency: "ZAR" })
    const { status, data } = await book(entry?.refund_request_id, reference)
    expect([status, data.refund_request]).toMatchObject([
      201,
      { amount: 20_000, status: "requested", payment_id: payment.id },
    ])
    expect(await listed()).toEqual([])
    const [kept] = await store.orders({ cart_id: order.cart?.id })
    expect(kept!.total).toBe(order.total - 200)
    expect(await wrong(order)).toEqual([])
    // Nothing is sent for it, and it is checked until its end.
    await store.sandbox.completeRefund(String(entry?.refund_request_id))
    await runAfter()
    expect(requests()).toHaveLength(1)
    const [row] = await store.ledger.listRefundRequests({})
    expect(row).toMatchObject({ status: "complete", sent_at: null })
  })

  it("is removed from the books again when it fails, and said to have failed, not that none was made", async () => {
    const { order, reference } = await bought()
    await new Support(store).refund(20_000)
    await runAfter()
    const [entry] = await listed()
    await book(entry?.refund_request_id, reference)
    await store.sandbox.failRefund(requests()[0]!.id)
    await runAfter()
    const [kept] = await store.orders({ cart_id: order.cart?.id })
    expect(kept!.total).toBe(order.total)
    expect(await wrong(order)).toEqual([])
    expect(requests()).toHaveLength(1)
    const [alert] = await alerts()
    expect(alert?.text).toContain("has failed")
    expect(alert?.text).not.toContain("No refund was made")
  })

  it("books into a cancelled order the refund that support made in place of a failed one", async () => {
    const { order, reference } = await bought()
    await store.adminPost(`/admin/orders/${order.id}/cancel`)
    await store.sandbox.failRefund(requests()[0]!.id)
    await runAfter()
    await new Support(store).refund(139_955)
    await runAfter()
    const [entry] = await listed()
    expect(await book(entry?.refund_request_id, reference)).toMatchObject({
      status: 201,
      data: { refund_request: { status: "requested" } },
    })
    expect(await wrong(order)).toEqual([])
    await runAfter()
    expect(await alerts()).toEqual([])
    expect(requests()).toHaveLength(2)
  })

  it("refuses, with the reason, a refund that cannot be of this payment, and changes no books", async () => {
    const { order, payment, reference } = await bought()
    await store.adminPost(`/admin/payments/${payment.id}/refund`, {
      amount: 1_300,
    })
    const support = new Support(store)
    await support.refund(5_000)
    await support.refund(4_000)
    const [ours, tooMuch, right] = requests()
    tooMuch!.amount = 9_956
    await runAfter()
    const says = async (words: string, ...asked: Parameters<typeof book>) => {
      const { status, data } = await book(...asked)
      expect([status, data.message]).toEqual([
        expect.any(Number),
        expect.stringContaining(words),
      ])
      expect(status).toBeGreaterThanOrEqual(400)
    }
    await says("At most", tooMuch!.id, reference)
    right!.status = "failed"
    await says("that stands", right!.id, reference)
    right!.status = "requested"
    await says("not found", ours!.id, reference)
    await says("not found", right!.id, "inst_unknown")
    expect(await wrong(order)).toEqual([])
    expect(await store.ledger.listRefundRequests({})).toHaveLength(1)
    expect((await book(right!.id, reference)).status).toBe(201)
    expect(await wrong(order)).toEqual([])
  })

  it("books none that was listed before a payment was begun for that payment", async () => {
    const id = "22222222-0000-4000-8000-000000000000"
    store.sandbox.refundRequests.set(id, {
      ...{ id, checkout_id: "checkout-of-the-till", amount: 20_000 },
      ...{ currency: "ZAR", status: "complete", next_move_at: null },
      created_at: new Date(store.sandbox.now()).toISOString(),
    })
    await runAfter()
    await store.passTime(HOUR)
    const { reference } = await bought()
    expect(await book(id, reference)).toMatchObject({
      status: 409,
      data: {
        message: expect.stringContaining("before this payment was begun"),
      },
    })
    expect(await store.ledger.listRefundRequests({})).toEqual([])
  })

  it("is never sent and says nothing false, whichever write of the booking fails", async () => {
    const { order, reference } = await bought()
    const writes = [
      ...[1, 2, 3].map((nth) => ["core", nth] as const),
      ...[1, 2, 3, 4, 5, 6].map((nth) => ["the plugin", nth] as const),
    ]
    for (const [writer, nth] of writes) {
      const isRight = async () => {
        const found = [sendings(), await wrong(order), await alerts()]
        expect([writer, nth, ...found]).toEqual([writer, nth, 0, [], []])
      }
      await new Support(store).refund(10_000)
      await runAfter()
      const [entry] = await listed()
      await failingOnce(store, { writer, nth }, () =>
        book(entry?.refund_request_id, reference)
      )
      await repair()
      await isRight()
      if ((await listed()).length > 0) {
        const again = await book(entry?.refund_request_id, reference)
        expect(again).toMatchObject({ status: 201 })
      }
      await repair()
      await isRight()
    }
  }, 180_000)

  it.each([
    ["core", 2],
    ["the plugin", 2],
  ] as const)(
    "of a cancelled order is not offered to be returned again when write %s %i fails",
    async (writer, nth) => {
      const { order, reference } = await bought()
      await store.adminPost(`/admin/orders/${order.id}/cancel`)
      await store.sandbox.failRefund(requests()[0]!.id)
      await runAfter()
      await new Support(store).refund(139_955)
      await runAfter()
      const [entry] = await listed()
      const before = await alerts()
      await failingOnce(store, { writer, nth }, () =>
        book(entry?.refund_request_id, reference)
      )
      await repair()
      expect(sendings()).toBe(1)
      expect(await wrong(order)).toEqual([])
      if ((await listed()).length > 0) {
        // The alerts are as before.
        const after = await alerts()
        expect(after.map(({ key, text }) => [key, text])).toEqual(
          before.map(({ key, text }) => [key, text])
        )
        const again = await book(entry?.refund_request_id, reference)
        expect(again).toMatchObject({ status: 201 })
      }
      expect(await wrong(order)).toEqual([])
      expect(await alerts()).toEqual([])
    }
  )

  it("books an entry once when several ask at the same time", async () => {
    const first = await bought()
    await new Support(store).refund(20_000)
    await runAfter()
    const second = await store.buy()
    await tomorrowMorning(store)
    const other = await referenceOf(second.order.id)
    const [entry] = await listed()
    const id = entry?.refund_request_id
    const answers = await Promise.all([
      book(id, first.reference),
      book(id, first.reference),
      book(id, other),
      book(id, other),
    ])
    await repair()
    const booked = answers.filter(({ status }) => status === 201)
    expect(await wrong(first.order)).toEqual([])
    expect(await wrong(second.order)).toEqual([])
    expect(sendings()).toBe(0)
    const rows = await store.ledger.listRefundRequests({})
    expect(rows.filter((row) => row.status === "requested")).toHaveLength(1)
    expect(booked).toHaveLength(1)
    expect(answers.map(({ status }) => status).sort()).toEqual([
      201, 409, 409, 409,
    ])
  })

  it("keeps apart what is booked and a refund of the same amount that is asked for at once", async () => {
    const { order, payment, reference } = await bought()
    await new Support(store).refund(20_000)
    await runAfter()
    const [entry] = await listed()
    const id = entry?.refund_request_id
    await Promise.all([
      store.adminPost(`/admin/payments/${payment.id}/refund`, { amount: 200 }),
      book(id, reference),
      store.runJob("refunds"),
    ])
    await repair()
    if ((await listed()).length > 0) {
      expect((await book(id, reference)).status).toBe(201)
    }
    expect(await wrong(order)).toEqual([])
    const rows = await store.ledger.listRefundRequests({ status: "requested" })
    expect(sendings()).toBe(rows.length - 1)
    expect(requests()).toHaveLength(rows.length)
  })

  it("books nothing while the order has an open edit, and says so", async () => {
    const { order, reference } = await bought()
    await new Support(store).refund(20_000)
    await runAfter()
    const [entry] = await listed()
    const id = entry?.refund_request_id
    const actions = new OrderAdmin(store, order.id)
    expect(await actions.beginEdit(1)).toBe(true)
    const { status, data } = await book(id, reference)
    expect([status, data.message]).toEqual([
      409,
      expect.stringContaining("a change that is not finished"),
    ])
    await repair()
    expect(await alerts()).toEqual([])
    await actions.dropEdit()
    expect((await book(id, reference)).status).toBe(201)
    expect(await wrong(order)).toEqual([])
    // It fails while another edit is open: taken out when that is over.
    expect(await actions.beginEdit(1)).toBe(true)
    await store.sandbox.failRefund(id!)
    await runAfter()
    await actions.dropEdit()
    await repair()
    expect(await wrong(order)).toEqual([])
    // Later it is complete after all.
    requests()[0]!.status = "complete"
    await runAfter(DAY)
    expect(await wrong(order)).toEqual([])
    expect(sendings()).toBe(0)
    const [alert] = await alerts()
    expect(alert?.text).toContain("Do not refund it again")
  })

  it("refuses, with the reason, a refund of Medusa that has the note of a booked one", async () => {
    const { order, payment, reference } = await bought()
    await new Support(store).refund(20_000)
    await runAfter()
    const [entry] = await listed()
    const id = entry?.refund_request_id
    expect((await book(id, reference)).status).toBe(201)
    const { status, data } = await store.adminPost(
      `/admin/payments/${payment.id}/refund`,
      { amount: 200, note: noteOf("refund_request_id", String(id)) }
    )
    await repair()
    expect(await wrong(order)).toEqual([])
    expect(sendings()).toBe(0)
    expect([status, data.message]).toEqual([
      400,
      expect.stringContaining("here"),
    ])
  })

  describe("with decimals behind the cent", () => {
    const prices = new Prices(store)
    const paid = async () => {
      await prices.courier(0)
      await prices.tax({ rate: 15, inside: false })
      await prices.mug(1299.99)
      // R 1 494,9885, of which the service has R 1 494,99.
      const purchase = await prices.payFor(await prices.cart({ mugs: 1 }))
      await tomorrowMorning(store)
      return { ...purchase, order: purchase.order! }
    }

    it("books to the cent beside one that is rounded another way", async () => {
      const { order, payment, reference } = await paid()
      const refund = async (amount: number) => {
        await store.adminPost(`/admin/payments/${payment!.id}/refund`, {
          amount,
        })
        await store.passTime(5_000)
      }
      // 10,00 and 10,01 at the service; the first one fails.
      await refund(10.004)
      await refund(10.004)
      const [row] = await store.ledger.listRefundRequests(
        {},
        { order: { created_at: "ASC" } }
      )
      await store.sandbox.failRefund(row!.refund_request_id!)
      await runAfter()
      await new Support(store).refund(5_000)
      await runAfter()
      const [entry] = await listed()
      const { status, data } = await book(entry?.refund_request_id, reference)
      expect([status, data.message]).toEqual([201, undefined])
      expect(await wrong(order)).toEqual([])
    })
  })
})
