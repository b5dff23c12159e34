import { MedusaError, Modules } from "@medusajs/framework/utils"
import type { Lease } from "../../src/modules/instalments/ledger/lease"
import { settlingWith } from "../../src/workflows/settle"
import { attemptToSettle } from "../../src/workflows/settle/attempt-to-settle"
import { MINUTE } from "../harness/calendar"
import { Prices } from "../harness/prices"
import { chooseInstalments, fillCart } from "../harness/shopper"
import { eventually, pauseAtWrite } from "../harness/pause-at-write"
import { withStore } from "../harness/with-store"

withStore((store) => {
  /**
   * Pays without a callback: the ledger knows the payment, and it is not
   * settled.
   */
  const pay = async (reference: string) => {
    store.sandbox.set({ callbacks: { mode: "never" } })
    await store.sandbox.pay(reference)
    await store.ledger.learning.check(await store.row(reference), "shopper")
  }
  /** It was paid so long ago that no other attempt is made. */
  const waitedLong = async (reference: string) => {
    await store
      .db("instalments_checkout")
      .where({ id: reference })
      .update({
        paid_at: new Date(store.ledger.now() - 180 * MINUTE),
        settle_attempts: 3,
        look_after: new Date(store.ledger.now()),
      })
  }

  it("places the order of a cart whose discount is being computed anew when it is paid", async () => {
    const prices = new Prices(store)
    await prices.code("TEN", {
      type: "percentage",
      target_type: "items",
      allocation: "each",
      value: 10,
      max_quantity: 10,
      currency_code: "zar",
    })
    const cartId = await fillCart(store.api, store.shop)
    const code = { promo_codes: ["TEN"] }
    const applied = await store.post(`/store/carts/${cartId}/promotions`, code)
    expect(applied.data.cart.discount_total).toBeGreaterThan(0)
    const session = await chooseInstalments(store.api, store.shop, cartId, {})
    const { reference } = session.data as { reference: string }
    store.sandbox.set({ callbacks: { mode: "never" } })
    await store.sandbox.pay(reference)
    const computing = await pauseAtWrite(store.db, "cart_line_item_adjustment")
    // Another tab sends an update that changes nothing.
    const updating = store.post(`/store/carts/${cartId}`, {
      email: "thandi@example.com",
    })
    await computing.reached()
    const locking = store.container.resolve(Modules.LOCKING)
    const asked = jest.spyOn(locking, "acquire")
    const called = store.deliver({
      client_reference_id: reference,
      status: "successful",
      number_of_payments: 3,
    })
    await eventually(() => asked.mock.calls.length > 0)
    await computing.resume()
    const [updated] = await Promise.all([updating, called])
    asked.mockRestore()
    expect(updated.status).toBe(200)
    await store.runJob("reconcile")
    expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
  })

  it("marks a payment as placed when its order exists, although core's lock is never released", async () => {
    const { cartId, reference } = await store.beginCheckout()
    await pay(reference)
    const completed = await store.post(`/store/carts/${cartId}/complete`)
    expect(completed.data.type).toBe("order")
    // The completing process was killed before it released the lock.
    const locking = store.container.resolve(Modules.LOCKING)
    await locking.acquire(cartId, { ownerId: "killed" })
    await waitedLong(reference)
    const begun = performance.now()
    const clock = performance.now.bind(performance)
    const fast = jest
      .spyOn(performance, "now")
      .mockImplementation(() => begun + (clock() - begun) * 100)
    await store.runJob("reconcile")
    fast.mockRestore()
    expect(await store.row(reference)).toMatchObject({
      outcome: "placed",
      order_id: completed.data.order.id,
    })
    expect(await store.ledger.attention.read()).toEqual([])
    await locking.release(cartId, { ownerId: "killed" })
  })

  it("decides nothing about a payment once another process has taken over", async () => {
    const { reference } = await store.beginCheckout()
    await pay(reference)
    await waitedLong(reference)
    const lost: Lease = {
      confirm: async () => {
        throw new MedusaError(MedusaError.Types.CONFLICT, "Taken over")
      },
    }
    await attemptToSettle(
      await store.row(reference),
      settlingWith(store.container, lost)
    ).catch(() => null)
    expect(await store.row(reference)).toMatchObject({ outcome: "open" })
  })
})
