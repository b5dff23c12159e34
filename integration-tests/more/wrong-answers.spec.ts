import { planNextCheck } from "../../src/workflows/reconcile/check-due"
import { createdAs, tryInstalments } from "../harness/shopper"
import { withStore } from "../harness/with-store"

const MINUTE = 60_000

withStore((store) => {
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
