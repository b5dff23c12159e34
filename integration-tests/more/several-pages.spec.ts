import { openAbroad } from "../harness/abroad"
import { MINUTE } from "../harness/calendar"
import { cartActions } from "../harness/cart-actions"
import { eventually } from "../harness/pause-at-write"
import { withStore } from "../harness/with-store"

/** A shopper with several pages of one cart is told what became of the money. */
withStore((store) => {
  const { choose, chosen, oneMore, complete, told, ...actions } =
    cartActions(store)
  const { payUnheard, payUnsettled } = actions
  const isReturned = async (reference: string) =>
    expect(await store.row(reference)).toMatchObject({ outcome: "returned" })
  const GOES_BACK = { refund: { status: "scheduled" } }
  const WITHOUT_PAGE = {
    ...{ status: "pending", payment_url: null, has_arrived: false },
  }

  /** Two pages of a cart for the same amount. */
  async function twoPages() {
    const first = await store.beginCheckout()
    // After this time the same payable state gets a new checkout.
    await store.passTime(25 * MINUTE)
    const second = await chosen(first.cartId)
    expect(second.data.reference).not.toBe(first.reference)
    return { first, second }
  }

  it("the order by each page when one is paid, and of the other one's payment that goes back beside it", async () => {
    const { first, second } = await twoPages()
    await store.sandbox.pay(first.reference)
    const { order_id } = await store.row(first.reference)
    expect(order_id).not.toBeNull()
    const placed = { status: "paid", order_id, payment_url: null }
    expect(await told(second.id)).toEqual(placed)
    await store.sandbox.pay(second.data.reference)
    await isReturned(second.data.reference)
    const expected_on = expect.stringMatching(/^\d{4}-\d\d-\d\d$/)
    for (const id of [second.id, first.sessionId, first.cartId]) {
      expect(await told(id)).toEqual({
        ...{ ...placed, refund: { status: "scheduled", expected_on } },
      })
    }
  })

  it("of a second payment that the shop holds, whichever page is asked about", async () => {
    store.ledger.options.unplacedPayments = "hold"
    const { first, second } = await twoPages()
    await store.sandbox.pay(first.reference)
    await store.sandbox.pay(second.data.reference)
    const { order_id } = await store.row(first.reference)
    for (const id of [second.id, first.sessionId, first.cartId]) {
      expect(await told(id)).toEqual({
        ...{ status: "paid", order_id, payment_url: null, is_held: true },
      })
    }
  })

  it("to wait for the order of the first one, also after cancelling the second", async () => {
    const { first, second } = await twoPages()
    // The service was asked about the first one before the second was opened.
    await store.passTime(20_000)
    await payUnsettled(first.reference)
    await store.sandbox.cancel(second.data.reference)
    const { data } = await complete(first.cartId)
    expect(data.error.message).toContain("paid already")
    await store.passTime(20_000)
    expect(await told(second.id)).toEqual({
      ...{ status: "pending", order_id: null, payment_url: null },
    })
  })

  describe("where the cart was changed and its old page was paid,", () => {
    async function paidOldPage() {
      const { cartId, reference } = await store.beginCheckout()
      await oneMore(cartId)
      const newer = await chosen(cartId)
      await store.passTime(MINUTE)
      await store.sandbox.pay(reference)
      await isReturned(reference)
      return newer
    }

    it("of that money beside the new page, which can be paid, and also after that is cancelled", async () => {
      const { id, data } = await paidOldPage()
      expect(await told(id)).toMatchObject({
        ...{ status: "pending", payment_url: data.payment_url, ...GOES_BACK },
      })
      await store.sandbox.cancel(data.reference)
      expect(await told(id)).toMatchObject({ status: "unplaced", ...GOES_BACK })
    })

    it("not of that money alone, while the new page may be paid and the service cannot be asked", async () => {
      const { id, data } = await paidOldPage()
      await payUnheard(data.reference)
      await store.passTime(MINUTE)
      store.sandbox.fault({ path: "/api/checkouts", kind: "down" })
      expect(await told(id)).toMatchObject({ status: "pending", ...GOES_BACK })
    })

    it("by the cart of the page that was opened after that money went back", async () => {
      const { cartId, reference } = await store.beginCheckout()
      await oneMore(cartId)
      await store.sandbox.pay(reference)
      await isReturned(reference)
      await store.passTime(MINUTE)
      const { data } = await chosen(cartId)
      expect(await told(cartId)).toMatchObject({
        ...{ status: "pending", payment_url: data.payment_url },
      })
      await store.sandbox.cancel(data.reference)
      expect(await told(cartId)).toMatchObject({ status: "cancelled" })
    })
  })

  describe("no page whose payment would go back:", () => {
    it("of a cart that comes to another amount, until it comes to this one again, or is in another currency", async () => {
      const { cartId, sessionId } = await store.beginCheckout()
      const before = await told(sessionId)
      expect(before.payment_url).toContain("http")
      const { data } = await oneMore(cartId)
      expect(await told(sessionId)).toMatchObject(WITHOUT_PAGE)
      const [item] = data.cart.items
      const path = `/store/carts/${cartId}/line-items/${item.id}`
      await store.post(path, { quantity: item.quantity - 1 })
      expect(await told(sessionId)).toEqual(before)
      const region_id = await openAbroad(store)
      await store.post(`/store/carts/${cartId}`, { region_id })
      for (const id of [cartId, sessionId]) {
        expect(await told(id)).toMatchObject(WITHOUT_PAGE)
      }
    })

    it("of another amount, where a later one was never answered", async () => {
      const { cartId } = await store.beginCheckout()
      await oneMore(cartId)
      store.sandbox.fault({ path: "/api/checkouts", kind: "down" })
      expect((await choose(cartId)).status).not.toBe(200)
      const rows = await store.ledger.listCheckouts({ cart_id: cartId })
      expect(rows).toHaveLength(2)
      expect(await told(cartId)).toMatchObject(WITHOUT_PAGE)
    })
  })

  describe("where the older page is paid and nobody hears of it,", () => {
    async function paidUnheard(reference: string, minutes = 5) {
      await payUnheard(reference)
      await store.passTime(minutes * MINUTE)
    }
    async function olderPaid() {
      const { first, second } = await twoPages()
      await paidUnheard(first.reference)
      return { cartId: first.cartId, newer: second }
    }
    const PAID = { status: "paid", payment_url: null }

    it("that the cart is paid already, in place of the newer page", async () => {
      const { cartId } = await olderPaid()
      expect(await choose(cartId)).toMatchObject({
        status: 400,
        data: { message: expect.stringContaining("paid already") },
      })
    })

    it.each(["cart", "newer page"])("the order, by the %s", async (by) => {
      const { cartId, newer } = await olderPaid()
      const id = by === "cart" ? cartId : newer.id
      expect(await told(id)).toMatchObject(PAID)
    })

    it("not to finish the newer one when the cart is completed, and then the order", async () => {
      const { cartId } = await olderPaid()
      const { data } = await complete(cartId)
      expect(data.error.message).toContain("do not pay again")
      expect((await complete(cartId)).data.type).toBe("order")
    })

    it("that a payment for the cart as it was has arrived, when it comes to another amount by now", async () => {
      const { cartId, reference } = await store.beginCheckout()
      await paidUnheard(reference, 25)
      await oneMore(cartId)
      const { status, data } = await choose(cartId)
      expect([status, data.message]).toEqual([
        400,
        expect.stringMatching(
          /^A payment of R.1.399,55 for this cart as it was/
        ),
      ])
      await store.runJob("reconcile")
      await isReturned(reference)
    })

    it("no third page, as both are asked about", async () => {
      const { first } = await twoPages()
      await paidUnheard(first.reference, 21)
      expect((await choose(first.cartId)).status).toBe(400)
      expect(store.sandbox.checkouts.size).toBe(2)
    })

    it("no other page, however often the paid one was asked about before", async () => {
      const { cartId, sessionId, reference } = await store.beginCheckout()
      for (const pause of [2, 2, 2, 2, 2, 2, 8.5]) {
        await store.passTime(pause * MINUTE)
        await store.db("instalments_request_limit").delete()
        expect((await told(sessionId)).status).toBe("pending")
      }
      expect(await store.row(reference)).toMatchObject({ check_count: 7 })
      await paidUnheard(reference, 2)
      expect((await choose(cartId)).status).toBe(400)
      expect(store.sandbox.checkouts.size).toBe(1)
    })

    it("no other page while another request asks about the paid one", async () => {
      const { cartId, sessionId, reference } = await store.beginCheckout()
      await paidUnheard(reference, 25)
      store.sandbox.fault({ kind: "slow", ms: 500, times: 1 })
      const looking = told(sessionId)
      await eventually(async () => (await store.row(reference)).check_count > 0)
      const { status } = await choose(cartId)
      await looking
      expect([status, store.sandbox.checkouts.size]).toEqual([400, 1])
    })

    it("of the order soon by the job, when it was paid since it was asked about a moment ago", async () => {
      const { cartId, sessionId, reference } = await store.beginCheckout()
      await store.passTime(25 * MINUTE)
      expect((await told(sessionId)).status).toBe("pending")
      await paidUnheard(reference, 0)
      expect((await choose(cartId)).status).toBe(200)
      await store.passTime(MINUTE)
      await store.runJob("reconcile")
      expect(await told(sessionId)).toMatchObject(PAID)
    })
  })
})
