import { Modules } from "@medusajs/framework/utils"
import { readLocking } from "../../../src/modules/instalments/health/locking"
import { completeUnsettled } from "../../harness/complete-unsettled"
import { eventually, pauseAtWrite } from "../../harness/pause-at-write"
import { withStore } from "../../harness/with-store"

/** What `medusa-config.ts` reads. */
process.env.DEMO_LOCKING = "postgres"

withStore((store) => {
  it("makes one order with one payment, when the callback comes in the middle of a browser's completion on locking-postgres", async () => {
    const locking = store.container.resolve(Modules.LOCKING)
    expect(readLocking(locking)).toMatchObject({ provider: "locking-postgres" })
    const { cartId, reference } = await store.beginCheckout()
    store.sandbox.set({ callbacks: { mode: "never" } })
    await store.sandbox.pay(reference)
    await store.ledger.learning.check(await store.row(reference), "shopper")
    const payment = await pauseAtWrite(store.db, "payment")
    const completing = completeUnsettled(store, cartId)
    await payment.reached()
    const [made] = await store.orders()
    const acquire = jest.spyOn(locking, "acquire")
    const called = store.deliver({
      client_reference_id: reference,
      status: "successful",
      number_of_payments: 3,
    })
    // It was refused the lock several times; otherwise it would have finished
    // by now.
    await eventually(() => acquire.mock.calls.length > 4)
    expect(acquire.mock.calls.length).toBeGreaterThan(4)
    await payment.resume()
    const [completed] = await Promise.all([completing, called])
    acquire.mockRestore()
    await store.runJob("reconcile")

    expect(completed).toBe(made!.id)
    expect(await store.row(reference)).toMatchObject({
      outcome: "placed",
      order_id: made!.id,
    })
    const [order, ...others] = await store.orders()
    expect(others).toEqual([])
    expect(order!.payment_collections[0]!.payments).toHaveLength(1)
    expect(await store.ledger.attention.read()).toEqual([])
  })
})
