import { erasePerson } from "../../src/workflows/erase-person"
import { EMAIL } from "../../demo/shopper/buying.cjs"
import { balanceActions } from "../harness/balance-actions"
import { MINUTE } from "../harness/calendar"
import { linkActions } from "../harness/link-actions"
import { createdAs, tryInstalments } from "../harness/shopper"
import { withStore } from "../harness/with-store"

/**
 * A payment that the store knows and has not settled yet, as while something holds a
 * lock: whoever looks at it is neither asked to pay again nor led to its page.
 */
withStore((store) => {
  const { linkOfOwing, linkTo, press, opened } = linkActions(store)
  const { begin, boughtAndEdited, convert, draft } = balanceActions(store)
  const told = async (id: string) =>
    (await store.get(`/store/instalments/payment-sessions/${id}`)).data.payment
  const ARRIVED = {
    ...{ status: "pending", order_id: null, payment_url: null },
  }
  /** It is paid, and the store learns it without settling it. */
  async function arrive(reference: string) {
    store.sandbox.set({ callbacks: { mode: "never" } })
    await store.sandbox.pay(reference)
    await store.ledger.learning.check(await store.row(reference), "shopper")
    expect(await store.row(reference)).toMatchObject({
      ...{ status: "successful", outcome: "open" },
    })
  }
  /** A client as in a browser that remembers nothing. */
  async function elsewhere() {
    const { createInstalments } = await import("../../src/storefront/index.js")
    return createInstalments({
      baseUrl: store.api.defaults.baseURL!,
      publishableKey: String(store.shop.headers["x-publishable-api-key"]),
    })
  }

  it("of a cart is told without its page, by the session and by the cart", async () => {
    const { cartId, sessionId, reference } = await store.beginCheckout()
    expect(await told(sessionId)).toMatchObject({
      ...{ status: "pending", payment_url: expect.stringContaining("http") },
    })
    await arrive(reference)
    expect(await told(sessionId)).toEqual(ARRIVED)
    expect(await told(cartId)).toEqual(ARRIVED)
  })

  it("is not what keeps an order from being paid whose page was never answered", async () => {
    const id = await draft()
    await convert(id)
    store.sandbox.fault({ path: "/api/checkouts", kind: "down", times: 1 })
    await press(await linkTo(id))
    expect(await store.ledger.listCheckouts({ status: null })).toHaveLength(1)
    const shop = await elsewhere()
    expect(await shop.balance(id)).toMatchObject({
      ...{ hasArrived: false, isPayable: true },
    })
  })

  it("is not what keeps an order from being paid whose shopper was erased while its page was open", async () => {
    const { order } = await boughtAndEdited()
    const { sessionId } = await begin(order.id)
    await erasePerson(store.container, { email: EMAIL })
    expect(await told(sessionId)).toEqual({ ...ARRIVED, has_arrived: false })
    const shop = await elsewhere()
    expect(await shop.balance(order.id)).toMatchObject({
      ...{ amount: 433.35, hasArrived: false, isPayable: true },
    })
  })

  it("is not what keeps an order from being paid whose page was made of another amount", async () => {
    const { order } = await boughtAndEdited()
    store.sandbox.fault(createdAs({ amount: 433_36 }))
    await expect(begin(order.id)).rejects.toThrow()
    const shop = await elsewhere()
    expect(await shop.balance(order.id)).toMatchObject({
      ...{ hasArrived: false, isPayable: true },
    })
  })

  it("of a cart is not told of the page of another amount where a later one was never answered", async () => {
    const { cartId, sessionId } = await store.beginCheckout()
    expect((await told(sessionId)).payment_url).not.toBeNull()
    await store.post(`/store/carts/${cartId}/line-items`, {
      ...{ variant_id: store.shop.variantId, quantity: 1 },
    })
    store.sandbox.fault({ path: "/api/checkouts", kind: "down" })
    expect((await tryInstalments(store, cartId)).status).not.toBe(200)
    expect(await store.ledger.listCheckouts({ cart_id: cartId })).toHaveLength(
      2
    )
    expect(await told(cartId)).toEqual({ ...ARRIVED, has_arrived: false })
  })

  it("of what an order owes is told without its page, and the order is not shown as payable", async () => {
    const { order } = await boughtAndEdited()
    const { sessionId, reference } = await begin(order.id)
    const client = await elsewhere()
    expect(await client.balance(order.id)).toMatchObject({
      ...{ amount: 433.35, hasArrived: false, isPayable: true },
    })
    await arrive(reference)
    expect(await told(sessionId)).toEqual(ARRIVED)
    expect(await client.balance(order.id)).toMatchObject({
      ...{ amount: 433.35, hasArrived: true, isPayable: false },
    })
    await store.runJob("reconcile")
    expect(await client.balance(order.id)).toMatchObject({
      ...{ amount: 0, hasArrived: false, isPayable: false },
    })
  })

  it("by a link is told to who asks by the order, though a newer page is open", async () => {
    const { id, url } = await linkOfOwing()
    await press(url)
    await store.passTime(25 * MINUTE)
    await press(url)
    await store.passTime(MINUTE)
    const [first, second] = await opened(id)
    await arrive(first!.id)
    expect(second).toMatchObject({ status: "received" })
    expect(await told(id)).toEqual(ARRIVED)
    const client = await elsewhere()
    expect(await client.balance(id)).toMatchObject({ isPayable: false })
    expect(await client.waitForResult(id, { timeoutMs: 0 })).toMatchObject({
      ...{ status: "pending", paymentUrl: null },
    })
  })
})
