import { MINUTE } from "../harness/calendar"
import { createdAs, tryInstalments } from "../harness/shopper"
import { withStore } from "../harness/with-store"

/**
 * The service may call a checkout something that the specification does not name, as
 * while a bank works on it. That ends nothing: it is treated as one that is `received`.
 */
withStore((store) => {
  const told = async (id: string) =>
    (await store.get(`/store/instalments/payment-sessions/${id}`)).data.payment

  /** The shopper pays without a callback, after the store has heard an unknown word. */
  async function paidAfterUnknown() {
    const checkout = await store.beginCheckout()
    store.sandbox.set({ callbacks: { mode: "never" } })
    await store.sandbox.setStatus(checkout.reference, "processing")
    await store.passTime(MINUTE)
    expect(await told(checkout.sessionId)).toMatchObject({ status: "pending" })
    expect(await store.row(checkout.reference)).toMatchObject({
      ...{ status: "processing", outcome: "open" },
    })
    await store.sandbox.setStatus(checkout.reference, "received")
    await store.sandbox.pay(checkout.reference)
    await store.passTime(2 * MINUTE)
    return checkout
  }

  it("is asked about again for a shopper who waits on the return page", async () => {
    const { sessionId } = await paidAfterUnknown()
    expect(await told(sessionId)).toMatchObject({ status: "paid" })
  })

  it("is asked about again when the shopper completes the cart", async () => {
    const { cartId } = await paidAfterUnknown()
    const { data } = await store.post(`/store/carts/${cartId}/complete`)
    expect(data).toMatchObject({ type: "order" })
  })

  it("is asked about when a callback cannot be verified", async () => {
    const { reference } = await paidAfterUnknown()
    const { status } = await store.deliver(
      { client_reference_id: reference, status: "successful" },
      { "x-signature": "bm90IHRoaXMgb25l" }
    )
    expect(status).toBe(200)
    expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
  })

  it("of a new checkout gives the cart the same page again, which is asked about", async () => {
    store.sandbox.fault(createdAs({ status: "created" }))
    const { cartId, reference } = await store.beginCheckout()
    const { data } = await tryInstalments(store, cartId)
    const [session] = data.payment_collection.payment_sessions
    expect(session.data.reference).toBe(reference)
    store.sandbox.set({ callbacks: { mode: "never" } })
    await store.sandbox.pay(reference)
    await store.passTime(MINUTE)
    expect(await told(session.id)).toMatchObject({ status: "paid" })
  })
})
