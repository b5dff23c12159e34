import {
  startHostileService,
  WAYS,
} from "../../src/modules/instalments/client/__tests__/hostile-service"
import { boughtYesterday, MINUTE } from "../harness/calendar"
import { withStore } from "../harness/with-store"

// Answers that last until the time-out are tested in the client's unit tests,
// with a short one.
const LASTING = /ever|drips|provisional|terabyte/
const QUICK = Object.keys(WAYS).filter((way) => !LASTING.test(way))

withStore((store) => {
  let hostile: Awaited<ReturnType<typeof startHostileService>>
  beforeEach(async () => {
    hostile = await startHostileService()
  })
  afterEach(() => hostile.close())

  /** Replaces the real service by the hostile one meanwhile. */
  async function facing<T>(way: string, act: () => Promise<T>): Promise<T> {
    const { options } = store.ledger
    const real = options.baseUrl
    hostile.way = way
    options.baseUrl = hostile.url
    try {
      return await act()
    } finally {
      options.baseUrl = real
    }
  }

  const unlimited = () => store.db("instalments_request_limit").delete()
  /** A failed check is due again later; here it is due at once. */
  const due = () =>
    store
      .db("instalments_checkout")
      .update({ next_check_at: new Date(store.ledger.now()) })
  const jobs = async () => {
    for (const job of ["config", "reconcile", "refunds"] as const) {
      await unlimited()
      await store.runJob(job)
    }
  }

  it("gives the shopper a message, keeps checking the checkout and keeps the shop open, for any answer", async () => {
    for (const way of QUICK) {
      const failed = facing(way, () => store.beginCheckout())
      await expect(failed).rejects.toMatchObject({
        response: {
          data: { message: expect.stringContaining("not available right now") },
        },
      })
    }
    const rows = await store.ledger.listCheckouts({})
    expect(rows).toHaveLength(QUICK.length)
    for (const row of rows) {
      expect(row).toMatchObject({ status: null, outcome: "open" })
      expect(row.next_check_at).not.toBeNull()
    }
    await store.buy()
    expect(await store.orders()).toHaveLength(1)
  }, 240_000)

  it("loses no payment, for any answer to the jobs during an hour, and does not give it up after a week of them", async () => {
    const { reference } = await store.beginCheckout()
    store.sandbox.set({ callbacks: { mode: "never" } })
    await store.sandbox.pay(reference)
    const bands = await store.ledger.config.rules()
    await store.passTime(61 * MINUTE)
    for (const way of QUICK) {
      hostile.seen.length = 0
      await due()
      await facing(way, jobs)
      const asked = hostile.seen.map((request) => request.split(" ")[1])
      expect(asked).toContain("/api/config")
      expect(asked.join()).toContain("/api/checkouts")
      expect(await store.row(reference)).toMatchObject({ status: "received" })
    }
    expect(await store.ledger.config.rules()).toEqual(bands)
    store.sandbox.set({ limits: { enabled: false } })
    await store.passTime(8 * 24 * 60 * MINUTE)
    await facing("hangs up at once", jobs)
    await store.passTime(61 * MINUTE)
    await jobs()
    expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
    expect(await store.orders()).toHaveLength(1)
  }, 240_000)

  it.each(["resets in the middle of the body", "answers 204", "answers 20 MB"])(
    "sends a refund once, when %p was the answer to it and to the next requests",
    async (way) => {
      const { payment } = await boughtYesterday(store)
      store.sandbox.set({ limits: { enabled: false } })
      const answer = await facing(way, async () => {
        const refund = await store.adminPost(
          `/admin/payments/${payment.id}/refund`,
          { amount: 100.5 }
        )
        await store.passTime(2 * MINUTE)
        await jobs()
        return refund
      })
      expect(answer.status).toBe(200)
      expect(await store.ledger.listRefundRequests({})).toMatchObject([
        { status: "in_doubt" },
      ])
      for (let i = 0; i < 3; i++) {
        await store.passTime(12 * MINUTE)
        await jobs()
      }
      const sent = [...store.sandbox.refundRequests.values()]
      expect(sent.map(({ amount }) => amount)).toEqual([10_050])
    }
  )
})
