import { boughtYesterday, MINUTE } from "../harness/calendar"
import { withStore } from "../harness/with-store"

const create = { path: "/api/refunds", method: "POST" }
const PART = 100.5

withStore((store) => {
  const requests = () => store.ledger.listRefundRequests({})
  const later = async (minutes: number) => {
    // The list may be read once a minute; the test does not wait for that.
    await store.db("instalments_request_limit").delete()
    store.sandbox.set({ limits: { enabled: false } })
    await store.passTime(minutes * MINUTE)
    await store.runJob("refunds")
  }
  const OTHER = "checkout-of-another-system"
  /** Another system on the account refunds as much as nobody here has asked for. */
  const othersRefund = (id: string) =>
    store.sandbox.refundRequests.set(id, {
      ...{ id, checkout_id: OTHER, amount: 5_000, currency: "ZAR" },
      ...{ status: "requested", next_move_at: null },
      created_at: new Date(store.sandbox.now()).toISOString(),
    })
  const ours = () =>
    [...store.sandbox.refundRequests.values()]
      .filter(({ checkout_id }) => checkout_id !== OTHER)
      .map(({ amount }) => amount)

  it("sends no refund in doubt twice in a database whose sequences are behind, as after an upgrade by logical replication", async () => {
    store.sandbox.set({ refunds: { approveAfterMs: 1_000 * 60 * MINUTE } })
    const { payment } = await boughtYesterday(store)
    // Each hour's reading of the list takes numbers, and the last entry has a high one.
    for (const id of ["first", "second", "third"]) {
      othersRefund(id)
      await later(61)
    }
    await store.db.raw(
      "select setval(pg_get_serial_sequence('instalments_unmatched_refund', 'seen_number'), 1, false)"
    )
    store.sandbox.fault({ ...create, kind: "lost_answer", times: 1 })
    const path = `/admin/payments/${payment.id}/refund`
    expect((await store.adminPost(path, { amount: PART })).status).toBe(200)
    await store.runJob("refunds")
    expect(await requests()).toMatchObject([{ status: "in_doubt" }])
    for (const minutes of [2, 11, 2, 2]) {
      await later(minutes)
    }
    expect(ours()).toEqual([10_050])
    expect(await requests()).toMatchObject([
      { status: "in_doubt", held_reason: expect.any(String) },
    ])
  })
})
