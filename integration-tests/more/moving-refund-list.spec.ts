import { boughtYesterday, MINUTE } from "../harness/calendar"
import { withStore } from "../harness/with-store"

const create = { path: "/api/refunds", method: "POST" }
/** Of R 1 399,55: less than half, so the service would accept a second one. */
const PART = 100.5
const OF_THE_TILL = "checkout-of-the-till"
/** More than a page of the service's list has. */
const OTHERS = 120
/** What a batch of the service makes of requests, and when the list is read next. */
const BATCHES = [
  ["pending", 2],
  ["complete", 4],
] as const

/** The service's list of refunds is read a page a minute, and changes meanwhile. */
withStore((store) => {
  const atService = () => [...store.sandbox.refundRequests.values()]
  const ofUs = () =>
    atService().filter(({ checkout_id }) => checkout_id !== OF_THE_TILL)
  const requests = () => store.ledger.listRefundRequests({})
  const later = async (minutes: number) => {
    // The list may be read once a minute; the test does not wait for that.
    await store.db("instalments_request_limit").delete()
    await store.passTime(minutes * MINUTE)
    await store.runJob("refunds")
  }

  /** Another system on the same account refunds, each time another amount. */
  function tillRefunds(count: number) {
    for (let i = 0; i < count; i++) {
      const made = store.sandbox.refundRequests.size
      const id = `00000000-0000-4000-8000-${String(made).padStart(12, "0")}`
      store.sandbox.refundRequests.set(id, {
        ...{ id, checkout_id: OF_THE_TILL, currency: "ZAR" },
        amount: 20_000 + made,
        status: "requested",
        created_at: new Date(store.sandbox.now()).toISOString(),
        next_move_at: null,
      })
    }
  }

  /** The service moves requests on: they are those that changed last. */
  function change(ids: string[], status: "pending" | "complete") {
    for (const id of ids) {
      const one = store.sandbox.refundRequests.get(id)!
      store.sandbox.refundRequests.delete(id)
      store.sandbox.refundRequests.set(id, {
        ...{ ...one, status },
        next_move_at: null,
      })
    }
  }

  /** A part whose answer was lost, or which never arrived. */
  async function inDoubt(kind: "lost_answer" | "down") {
    store.sandbox.set({
      limits: { enabled: false },
      refunds: { order: "newest_first", approveAfterMs: 10_000 * MINUTE },
    })
    const { payment } = await boughtYesterday(store)
    tillRefunds(OTHERS)
    // Each hour the list is read for what others refund.
    for (const minutes of [61, 2, 2, 2]) {
      await later(minutes)
    }
    store.sandbox.fault({ ...create, kind, times: 1 })
    await store.adminPost(`/admin/payments/${payment.id}/refund`, {
      amount: PART,
    })
    await store.runJob("refunds")
    expect(await requests()).toMatchObject([{ status: "in_doubt" }])
  }

  it("a part in doubt that moves to a page that was read is not sent twice", async () => {
    await inDoubt("lost_answer")
    const own = ofUs().map(({ id }) => id)
    const others = atService().flatMap(({ id }) =>
      own.includes(id) ? [] : [id]
    )
    expect(own).toHaveLength(1)
    for (const [status, minutes] of BATCHES) {
      // It changes the oldest first, and ours in the midst of the reading.
      change(others, status)
      await later(minutes)
      change(own, status)
      await later(2)
      await later(7)
    }
    await later(2)
    await later(2)
    expect(ofUs().map(({ amount }) => amount)).toEqual([10_050])
    expect(await requests()).toMatchObject([
      { status: "in_doubt", held_reason: expect.stringContaining(own[0]!) },
    ])
  })

  it("a part that never arrived is sent again though others refund while the list is read", async () => {
    await inDoubt("down")
    for (let reading = 0; reading < 2; reading++) {
      await later(2)
      tillRefunds(1)
      for (const minutes of [2, 2, 2, 4]) {
        await later(minutes)
      }
    }
    await later(2)
    expect(ofUs().map(({ amount }) => amount)).toEqual([10_050])
    expect(await requests()).toMatchObject([{ held_reason: null }])
  })
})
