import { planNextCheck } from "../../src/workflows/reconcile/check-due"
import { boughtYesterday } from "../store/calendar"
import { refundActions } from "../store/refund-actions"
import { createdAs, tryInstalments } from "../store/shopper"
import { withStore } from "../store/with-store"

const MINUTE = 60_000

withStore((store) => {
  const { refund, requests, runs, atService } = refundActions(store)
  const noCallbacks = () => store.sandbox.set({ callbacks: { mode: "never" } })

  it("does not accept as a payment the answer to a creation that calls it paid", async () => {
    store.sandbox.fault(createdAs({ status: "successful" }))
    const { cartId, reference } = await store.beginCheckout()
    const done = await store.post(`/store/carts/${cartId}/complete`)
    expect(done.data.type).toBe("cart")
    await store.passTime(61 * MINUTE)
    await store.runJob("reconcile")
    expect(await store.orders()).toEqual([])
    expect(await store.row(reference)).toMatchObject({ status: "received" })
  })

  it("treats an answer to a creation that calls it invalid as any failed creation", async () => {
    store.sandbox.fault(createdAs({ status: "invalid_payload" }))
    const cartId = await store.fillCart()
    const { status, data } = await tryInstalments(store, cartId)
    expect([status, data.message]).toEqual([
      500,
      expect.stringContaining("Instalments are not available right now"),
    ])
    const [row] = await store.ledger.listCheckouts({ cart_id: cartId })
    expect(row).toMatchObject({ status: "invalid_payload", outcome: "closed" })
    expect((await tryInstalments(store, cartId)).status).toBe(200)
  })

  it("does not accept the answer to a fetch that is about another checkout", async () => {
    const mine = await store.beginCheckout()
    const theirs = await store.beginCheckout()
    noCallbacks()
    await store.sandbox.pay(theirs.reference)
    const { checkouts } = store.sandbox
    const id = (await store.row(mine.reference)).checkout_id!
    checkouts.set(id, [...checkouts.values()].at(-1)!)
    expect(checkouts.get(id)).toMatchObject({ status: "successful" })
    const row = await store.row(mine.reference)
    await store.ledger.learning.check(row, "shopper").catch(() => null)
    expect(await store.row(mine.reference)).toMatchObject({
      status: "received",
      outcome: "open",
    })
  })

  /** The service completes a refund of R 1 000,00 as one of R 100,00. */
  async function refundedAsLess() {
    const { payment } = await boughtYesterday(store)
    await refund(payment, 1_000)
    const [made] = store.sandbox.refundRequests.values()
    made!.amount = 10_000
    await runs()
    expect(await requests()).toMatchObject([
      { status: "complete", amount: 100_000, service_amount: 10_000 },
    ])
    return payment
  }

  it("tells the merchant of a refund that the service has made of another amount than was asked for", async () => {
    await refundedAsLess()
    const month = new Date(store.ledger.now()).toISOString().slice(0, 7)
    const { data } = await store.adminGet(
      `/admin/instalments/statement/lines?month=${month}`
    )
    expect(data.lines).toMatchObject([
      { sources: { service: { back: 10_000 }, ledger: { back: 100_000 } } },
    ])
    const causes = await store.ledger.attention.read()
    const held = causes.filter(({ kind }) => kind === "held-refund")
    expect(held).toMatchObject([
      { text: expect.stringMatching(/100,00.*000,00/) },
    ])
  })

  it("does not count as gone what such a refund lacks: a later one in doubt is not sent again", async () => {
    const payment = await refundedAsLess()
    store.sandbox.fault({
      ...{ path: "/api/refunds", method: "POST" },
      ...{ kind: "lost_answer", times: 1 },
    })
    await refund(payment, 300)
    await store.runJob("refunds")
    for (const minutes of [2, 2, 2, 12, 2]) {
      await store.db("instalments_request_limit").delete()
      store.sandbox.set({ limits: { enabled: false } })
      await store.passTime(minutes * MINUTE)
      await store.runJob("refunds")
    }
    expect(atService()).toEqual([10_000, 30_000])
  })

  it("soon checks a payment whose callback contradicts a cancellation that a job is just learning", async () => {
    const { reference } = await store.beginCheckout()
    await store.sandbox.cancel(reference)
    const cancelled = await store.row(reference)
    expect(cancelled).toMatchObject({ status: "cancelled", outcome: "closed" })
    await store.passTime(61 * MINUTE)
    // The job has the service's answer, and has not yet written the next check.
    const { checkout } = await store.ledger.learning.check(
      cancelled,
      "background",
      0
    )
    noCallbacks()
    await store.sandbox.pay(reference, { force: true })
    const told = await store.deliver({
      client_reference_id: reference,
      status: "successful",
      number_of_payments: 3,
    })
    expect(told.status).toBe(200)
    await planNextCheck(store.ledger, checkout)
    for (let run = 0; run < 30; run++) {
      await store.passTime(MINUTE)
      await store.runJob("reconcile")
    }
    expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
  })
})
