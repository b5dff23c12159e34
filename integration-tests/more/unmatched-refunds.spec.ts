import { randomUUID } from "node:crypto"
import { ordersOf } from "../laws/books"
import { modelBreaches } from "../laws/book-model"
import { readBookRows } from "../laws/book-rows"
import { Support } from "../laws/support"
import { boughtYesterday } from "../harness/calendar"
import { withStore, type Store } from "../harness/with-store"

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const PATH = "/admin/instalments/unmatched-refunds"

/** The list of refunds that the service made and this store did not ask for. */
withStore((store) => {
  beforeEach(() => {
    store.sandbox.set({ refunds: { approveAfterMs: 1_000 * HOUR } })
  })
  const requests = () => [...store.sandbox.refundRequests.values()]
  const listed = async () =>
    (await store.adminGet(PATH)).data.unmatched_refunds as {
      refund_request_id: string
    }[]
  const runAfter = async (ms = HOUR) => {
    await store.passTime(ms)
    await store.runJob("refunds")
  }
  const book = (id: string | undefined, reference: string) =>
    store.adminPost(`${PATH}/${id}/book`, { reference })
  const bought = async () => {
    const purchase = await boughtYesterday(store)
    const [checkout] = await store.ledger.listCheckouts({
      order_id: purchase.order.id,
    })
    return { ...purchase, reference: checkout!.id }
  }
  const wrong = async ({ id, cart }: Bought["order"]) => {
    const [books] = await ordersOf(store, [cart!.id])
    const [rows] = await readBookRows({ store }, [id])
    const all = await store.ledger.listRefundRequests({})
    return modelBreaches(books!, rows!, all)
  }
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

  it("removes it from the books again when it fails", async () => {
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
    const alerts = await store.ledger.attention.read()
    expect(alerts.filter(({ kind }) => kind !== "config-old")).toEqual([])
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

  it("books nothing that may be a refund whose answer was lost", async () => {
    const { payment, reference } = await bought()
    store.sandbox.fault({
      ...{ method: "POST", path: "/api/refunds" },
      ...{ kind: "lost_answer", times: 1 },
    })
    await store.adminPost(`/admin/payments/${payment.id}/refund`, {
      amount: 100,
    })
    await runAfter()
    const [lost] = requests()
    const { status, data } = await book(lost!.id, reference)
    expect([status, data.message]).toEqual([
      409,
      expect.stringContaining("whose answer was lost"),
    ])
  })

  it("reads the list down to what it knows, and no further", async () => {
    const { reference } = await bought()
    store.sandbox.set({ refunds: { order: "newest_first" } })
    const pages = () => store.sandbox.journal.counts["GET /api/refunds"] ?? 0
    for (let i = 0; i < 250; i++) {
      await store.sandbox.refund(reference, 1)
      await store.passTime(1_000)
    }
    await runAfter()
    await runAfter()
    await runAfter()
    expect((await store.ledger.unmatchedRefunds.newest(1)).count).toBe(250)
    const before = pages()
    await store.sandbox.refund(reference, 777)
    await runAfter()
    for (let minutes = 0; minutes < 5; minutes++) {
      await store.passTime(60_000)
      await store.runJob("refunds")
    }
    expect(pages() - before).toBe(2)
    const [newest] = await listed()
    expect(newest).toMatchObject({ amount: 777 })
    expect((await book(newest?.refund_request_id, reference)).status).toBe(201)
  })

  describe("the list", () => {
    /** Refunds of another system on the account. */
    const others = (made: (i: number) => number) => {
      for (let i = 0; i < 120; i++) {
        // The service lists by id here: all of these come first.
        const id = `0000${1_000 + i}-${randomUUID().slice(9)}`
        store.sandbox.refundRequests.set(id, {
          ...{ id, checkout_id: randomUUID(), amount: 5, currency: "ZAR" },
          ...{ status: "complete", next_move_at: null },
          created_at: new Date(made(i)).toISOString(),
        })
      }
    }
    it.each([
      ["are all of one moment", () => -3 * DAY],
      ["only happened to be the newest first", (i: number) => -3 * DAY - i],
    ])("does not send a refund twice when others' %s", async (_, made) => {
      const { payment } = await bought()
      const now = store.sandbox.now()
      others((i) => now + made(i))
      for (let i = 0; i < 3; i++) {
        await runAfter()
      }
      store.sandbox.fault({
        ...{ method: "POST", path: "/api/refunds" },
        ...{ kind: "lost_answer", times: 1 },
      })
      await store.adminPost(`/admin/payments/${payment.id}/refund`, {
        amount: 100,
      })
      for (let i = 0; i < 6; i++) {
        await runAfter(15 * MINUTE)
      }
      expect(requests()).toHaveLength(121)
    })

    it("is read to its end each hour although others' refunds have all the same time", async () => {
      await bought()
      const now = store.sandbox.now()
      others(() => now - 3 * DAY)
      for (let i = 0; i < 3; i++) {
        await runAfter()
      }
      await new Support(store).refund(777)
      for (let i = 0; i < 3; i++) {
        await runAfter()
      }
      expect((await listed()).map((one) => one)).toContainEqual(
        expect.objectContaining({ amount: 777 })
      )
    })
  })
})
