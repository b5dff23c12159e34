import { scheduleRefunds } from "./drains/due-refunds"
import { everyMinute } from "./drains/every-minute"
import { openUnseen } from "./drains/unseen-payments"
import { beginInVirtualTime } from "./drains/virtual-time"
import {
  reconcileCheckoutsWorkflow,
  submitRefundsWorkflow,
  trackRefundsWorkflow,
} from "../../src/workflows"
import { withStore } from "../harness/with-store"

withStore((store) => {
  beforeEach(async () => {
    await beginInVirtualTime(store)
    store.sandbox.journal.clear()
  })

  it("reads a page of the service's list every minute, though requests take time", async () => {
    await openUnseen(store, { count: 400, paidEach: 1_000 })
    let runs = 0
    await everyMinute(
      store,
      () => reconcileCheckoutsWorkflow(store.container).run(),
      async () => ++runs === 3
    )
    const { counts, violations } = store.sandbox.journal
    expect(counts["GET /api/checkouts"]).toBe(3)
    expect(counts["GET /api/checkouts/:id"]).toBe(6)
    expect(violations).toEqual({})
  })

  it("reads a page of the list of refund requests every minute, while there are more", async () => {
    for (let i = 0; i < 300; i++) {
      store.sandbox.refundRequests.set(`others-${i}`, {
        ...{ id: `others-${i}`, checkout_id: `of-others-${i}` },
        ...{ amount: 10_050, currency: "ZAR", status: "complete" },
        created_at: new Date(store.sandbox.now() - i).toISOString(),
        next_move_at: null,
      })
    }
    let runs = 0
    await everyMinute(
      store,
      () => trackRefundsWorkflow(store.container).run(),
      async () => ++runs === 3
    )
    const { counts, violations } = store.sandbox.journal
    expect(counts["GET /api/refunds"]).toBe(3)
    expect(violations).toEqual({})
  })

  it("sends a refund a second for the whole minute until the next run takes over", async () => {
    await scheduleRefunds(store, 100)
    let runs = 0
    await everyMinute(
      store,
      () => submitRefundsWorkflow(store.container).run(),
      async () => ++runs === 1
    )
    const { counts, violations } = store.sandbox.journal
    expect(counts["POST /api/refunds"]).toBeGreaterThanOrEqual(55)
    expect(counts["POST /api/refunds"]).toBeLessThanOrEqual(61)
    expect(violations).toEqual({})
  })

  it("sends 200 refunds at the limit without a 429, and asks after many by the list", async () => {
    await scheduleRefunds(store, 200)
    const open = () => store.ledger.listRefundRequests({ status: "scheduled" })
    await everyMinute(
      store,
      () => submitRefundsWorkflow(store.container).run(),
      async () => (await open()).length === 0
    )
    expect(store.sandbox.refundRequests.size).toBe(200)
    await store.passTime(10 * 60_000)
    store.sandbox.journal.clear()
    await trackRefundsWorkflow(store.container).run()
    const { counts, violations } = store.sandbox.journal
    expect(counts["GET /api/refunds"]).toBe(1)
    expect(counts["GET /api/refunds/:id"]).toBeLessThanOrEqual(30)
    const known = await store.ledger.listRefundRequests({ status: "complete" })
    expect(known.length).toBeGreaterThanOrEqual(100)
    expect(violations).toEqual({})
  })
})
