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

/** A merchant books a refund that the service made and this store did not ask for. */
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

  describe("a booking that a database error interrupts", () => {
    it.each([
      ["core", 1],
      ["core", 2],
      ["core", 3],
      ["the plugin", 1],
      ["the plugin", 2],
      ["the plugin", 3],
      ["the plugin", 4],
      ["the plugin", 5],
      ["the plugin", 6],
    ] as const)(
      "is never sent and says nothing false, when write %s %i fails",
      async (writer, nth) => {
        const { order, reference } = await bought()
        await new Support(store).refund(20_000)
        await runAfter()
        const [entry] = await listed()
        await failingOnce(store, { writer, nth }, () =>
          book(entry?.refund_request_id, reference)
        )
        await repair()
        expect(sendings()).toBe(0)
        expect(await wrong(order)).toEqual([])
        expect(await alerts()).toEqual([])
        if ((await listed()).length > 0) {
          const again = await book(entry?.refund_request_id, reference)
          expect(again).toMatchObject({ status: 201 })
        }
        await repair()
        expect(sendings()).toBe(0)
        expect(await wrong(order)).toEqual([])
        expect(await alerts()).toEqual([])
      }
    )

    it.each([
      ["core", 1],
      ["core", 2],
      ["the plugin", 2],
      ["the plugin", 4],
    ] as const)(
      "of a cancelled order does not offer to return money again, when write %s %i fails",
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
  })

  it("says that support's refund has failed, not that none was made", async () => {
    const { reference } = await bought()
    await new Support(store).refund(20_000)
    await runAfter()
    const [entry] = await listed()
    await book(entry?.refund_request_id, reference)
    await store.sandbox.failRefund(requests()[0]!.id)
    await runAfter()
    const [alert] = await alerts()
    expect(alert?.text).toContain("has failed")
    expect(alert?.text).not.toContain("No refund was made")
  })

  it("alerts about a booked refund that the service does not end", async () => {
    const { reference } = await bought()
    await new Support(store).refund(20_000)
    await runAfter()
    const [entry] = await listed()
    await book(entry?.refund_request_id, reference)
    await runAfter(6 * DAY)
    expect(await alerts()).toMatchObject([{ kind: "late-refund" }])
  })

  it("does not withdraw what the service has made", async () => {
    const { order, reference } = await bought()
    await new Support(store).refund(20_000)
    await runAfter()
    const [entry] = await listed()
    // Killed before it was handled: the row is filed.
    jest
      .spyOn(store.ledger.refunds, "released")
      .mockRejectedValue(new Error("killed"))
    await book(entry?.refund_request_id, reference)
    jest.restoreAllMocks()
    const [row] = await store.ledger.listRefundRequests({})
    expect(row).toMatchObject({ status: "filed" })
    const { status } = await store.adminPost(
      `/admin/instalments/refund-requests/${row!.id}/withdraw`
    )
    expect(status).toBe(409)
    await repair()
    expect(await store.ledger.listRefundRequests({})).toMatchObject([
      { status: "requested" },
    ])
    expect(await wrong(order)).toEqual([])
    expect(sendings()).toBe(0)
  })

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

    it("books all of a payment", async () => {
      const { order, reference } = await paid()
      await new Support(store).refund(149_499)
      await runAfter()
      const [entry] = await listed()
      const { status, data } = await book(entry?.refund_request_id, reference)
      expect([status, data.message]).toEqual([201, undefined])
      expect(await wrong(order)).toEqual([])
    })

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
