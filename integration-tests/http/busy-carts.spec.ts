import { MedusaError, Modules } from "@medusajs/framework/utils"
import type { Lease } from "../../src/modules/instalments/ledger/lease"
import { settlingWith } from "../../src/workflows/settle"
import { attemptToSettle } from "../../src/workflows/settle/attempt-to-settle"
import { MINUTE } from "../store/calendar"
import { Prices } from "../store/prices"
import { chooseInstalments, fillCart } from "../store/shopper"
import { eventually, standStill } from "../store/stand-still"
import { withStore } from "../store/with-store"

withStore((store) => {
  /** Pays, so that the ledger knows and no callback settles. */
  const pay = async (reference: string) => {
    store.sandbox.set({ callbacks: { mode: "never" } })
    await store.sandbox.pay(reference)
    await store.ledger.learning.ask(await store.row(reference), "shopper")
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
    const computing = await standStill(store.db, "cart_line_item_adjustment")
    // Another tab of the shopper's says again what the cart knows already.
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
    await computing.goOn()
    const [updated] = await Promise.all([updating, called])
    asked.mockRestore()
    expect(updated.status).toBe(200)
    await store.runJob("reconcile")
    expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
  })

  it("calls a payment placed whose order is there, although nobody gives core's lock back", async () => {
    const { cartId, reference } = await store.beginCheckout()
    await pay(reference)
    const completed = await store.post(`/store/carts/${cartId}/complete`)
    expect(completed.data.type).toBe("order")
    // The completing process was killed before it gave the lock back.
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
