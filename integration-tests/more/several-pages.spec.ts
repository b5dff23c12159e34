import { addresses } from "../../demo/shopper/buying.cjs"
import { balanceActions } from "../harness/balance-actions"
import { debitActions } from "../harness/debit-actions"
import { MINUTE } from "../harness/calendar"
import { linkActions } from "../harness/link-actions"
import { eventually } from "../harness/pause-at-write"
import { tryInstalments } from "../harness/shopper"
import { withStore } from "../harness/with-store"

/** A shopper with several pages of one cart, or of one order, is told what became of the money. */
withStore((store) => {
  const told = async (id: string) =>
    (await store.get(`/store/instalments/payment-sessions/${id}`)).data.payment
  const { linkOfOwing, linkTo, open, press, opened, oneLess, oneMore } =
    linkActions(store)
  const { begin, boughtAndEdited, choose, draft, convert } =
    balanceActions(store)
  const isReturned = async (reference: string) =>
    expect(await store.row(reference)).toMatchObject({ outcome: "returned" })

  it("of the older page's payment that goes back beside the order, by the cart and by the newer page", async () => {
    const first = await store.beginCheckout()
    await store.passTime(25 * MINUTE)
    const { data } = await tryInstalments(store, first.cartId)
    const [second] = data.payment_collection.payment_sessions
    await store.sandbox.pay(second.data.reference)
    await store.sandbox.pay(first.reference)
    await isReturned(first.reference)
    for (const id of [first.cartId, second.id]) {
      expect(await told(id)).toMatchObject({
        ...{ status: "paid", refund: { status: "scheduled" } },
      })
    }
  })

  it("of the older page's payment of an order that goes back, though the newer page was cancelled", async () => {
    const { id } = await linkOfOwing()
    await oneMore(id)
    const older = await begin(id)
    await oneLess(id)
    const newer = await begin(id)
    await store.sandbox.pay(older.reference)
    await isReturned(older.reference)
    await store.sandbox.cancel(newer.reference)
    expect(await told(id)).toMatchObject({
      ...{ status: "unplaced", refund: { status: "scheduled" } },
    })
  })

  it("of the same by the page of a link", async () => {
    const { id, url } = await linkOfOwing()
    await oneMore(id)
    await press(url)
    await oneLess(id)
    await press(url)
    const [older, newer] = await opened(id)
    await store.sandbox.pay(older!.id)
    await isReturned(older!.id)
    await store.sandbox.cancel(newer!.id)
    expect((await open(url)).words).toMatch(/being returned to you/)
  })

  it.each(["order", "session"])(
    "of the older page's payment of an order that goes back after the newer one was booked, by the %s",
    async (by) => {
      const { order } = await boughtAndEdited()
      const older = await begin(order.id)
      await store.passTime(21 * MINUTE)
      const newer = await begin(order.id)
      await store.sandbox.pay(newer.reference)
      await store.passTime(MINUTE)
      await store.sandbox.pay(older.reference)
      await isReturned(older.reference)
      expect(
        await told(by === "order" ? order.id : newer.sessionId)
      ).toMatchObject({ status: "paid", refund: { status: "scheduled" } })
    }
  )

  it("of a cart's second payment that the shop holds, whichever he asks about", async () => {
    store.ledger.options.unplacedPayments = "hold"
    try {
      const { cartId, sessionId, reference } = await store.beginCheckout()
      await store.passTime(21 * MINUTE)
      const { data } = await tryInstalments(store, cartId)
      const [second] = data.payment_collection.payment_sessions
      await store.sandbox.pay(reference)
      await store.sandbox.pay(second.data.reference)
      const { order_id } = await store.row(reference)
      for (const id of [second.id, sessionId, cartId]) {
        expect(await told(id)).toEqual({
          ...{ status: "paid", order_id, payment_url: null, is_held: true },
        })
      }
    } finally {
      store.ledger.options.unplacedPayments = "refund"
    }
  })

  it("of another part's money beside the page of a part that is owed and can be paid", async () => {
    const id = await draft(addresses)
    await convert(id)
    const collections: string[] = []
    for (const amount of [500, 366.7]) {
      const { data } = await store.adminPost("/admin/payment-collections", {
        ...{ order_id: id, amount },
      })
      collections.push(data.payment_collection.id)
    }
    const parts = []
    for (const collection of collections) {
      const { data } = await choose(collection)
      parts.push(data.payment_collection.payment_sessions[0])
    }
    const [first, second] = parts
    await oneLess(id)
    await store.passTime(MINUTE)
    await store.sandbox.pay(first.data.reference)
    await isReturned(first.data.reference)
    expect(await told(second.id)).toMatchObject({
      ...{ status: "pending", refund: { status: "scheduled" } },
      payment_url: second.data.payment_url,
    })
    await store.sandbox.pay(second.data.reference)
    expect(await told(second.id)).toMatchObject({ status: "paid" })
  })

  describe("by the page of a link, where the order's cart has an old page", () => {
    /** The order's debit has failed, so it owes all. */
    async function failedDebit() {
      const debit = debitActions(store)
      const checkout = await store.beginCheckout()
      const { cartId: cart_id } = checkout
      const { data } = await store.post("/store/payment-collections", {
        cart_id,
      })
      const session = await debit.choose(data.payment_collection.id)
      const placed = await store.post(`/store/carts/${cart_id}/complete`)
      const { id } = placed.data.order
      await debit.fails(session)
      await debit.checkStatus(id, session)
      return { id, url: await linkTo(id), ...checkout }
    }

    it("is not told that nothing more has to be paid of a payment that goes back", async () => {
      const { url, reference } = await failedDebit()
      expect((await press(url)).status).toBe(303)
      store.sandbox.set({ callbacks: { mode: "never" } })
      await store.sandbox.pay(reference)
      await store.passTime(MINUTE)
      await store.ledger.learning.check(await store.row(reference), "shopper")
      const { words } = await open(url)
      expect(words).toContain("Please do not pay again")
      expect(words).not.toContain("Nothing more has to be paid")
      await store.passTime(MINUTE)
      await store.runJob("reconcile")
      await isReturned(reference)
      expect((await open(url)).words).toContain("Pay in instalments")
    })

    it("is not told that a payment has arrived of one that the service has to confirm", async () => {
      const { url, reference } = await failedDebit()
      await store.sandbox.cancel(reference)
      store.sandbox.fault({ path: "/api/checkouts", kind: "down" })
      await store.deliver({
        ...{ client_reference_id: reference, status: "successful" },
        number_of_payments: 3,
      })
      const row = await store.row(reference)
      expect([row.status, row.wanted_at !== null]).toEqual(["cancelled", true])
      const { words } = await open(url)
      expect(words).toContain("waiting for the payment to be confirmed")
      expect(words).not.toContain("payment has arrived")
    })
  })

  it("and is given another page by a link whose page he has cancelled, though the callback is lost", async () => {
    const { id, url } = await linkOfOwing()
    const before = await press(url)
    store.sandbox.set({ callbacks: { mode: "never" } })
    await store.passTime(2 * MINUTE)
    const [row] = await opened(id)
    await store.sandbox.cancel(row!.id)
    const after = await press(url)
    expect(after.status).toBe(303)
    expect(after.headers.location).not.toBe(before.headers.location)
  })

  describe("where the older page is paid and nobody hears of it", () => {
    async function paidUnheard(reference: string, minutes = 5) {
      store.sandbox.set({ callbacks: { mode: "never" } })
      await store.sandbox.pay(reference)
      await store.passTime(minutes * MINUTE)
    }

    /** Two pages of a cart for the same amount; the older one is paid. */
    async function twoPages() {
      const { cartId, reference } = await store.beginCheckout()
      await store.passTime(MINUTE)
      const email = "thandi@example.org"
      await store.post(`/store/carts/${cartId}`, { email })
      const { data } = await tryInstalments(store, cartId)
      const [newer] = data.payment_collection.payment_sessions
      await paidUnheard(reference)
      return { cartId, newer }
    }

    it("is not given the newer page again", async () => {
      const { cartId } = await twoPages()
      const { status, data } = await tryInstalments(store, cartId)
      expect([status, data.message]).toEqual([
        400,
        expect.stringContaining("paid already"),
      ])
    })

    it.each(["cart", "newer session"])(
      "is told the order by the %s",
      async (by) => {
        const { cartId, newer } = await twoPages()
        expect(await told(by === "cart" ? cartId : newer.id)).toMatchObject({
          ...{ status: "paid", payment_url: null },
        })
      }
    )

    it("is not told to finish the newer one by who completes the cart, and then the order", async () => {
      const { cartId } = await twoPages()
      const complete = async () =>
        (await store.post(`/store/carts/${cartId}/complete`)).data
      const { error } = await complete()
      expect(error.message).toContain("do not pay again")
      expect((await complete()).type).toBe("order")
    })

    it("is given no third page, as both are asked about", async () => {
      const { cartId, reference } = await store.beginCheckout()
      await store.passTime(21 * MINUTE)
      await tryInstalments(store, cartId)
      await paidUnheard(reference, 21)
      expect((await tryInstalments(store, cartId)).status).toBe(400)
      expect(store.sandbox.checkouts.size).toBe(2)
    })

    it("is given no other page, however often the paid one was asked about before", async () => {
      const { cartId, sessionId, reference } = await store.beginCheckout()
      for (const pause of [2, 2, 2, 2, 2, 2, 8.5]) {
        await store.passTime(pause * MINUTE)
        await store.db("instalments_request_limit").delete()
        expect((await told(sessionId)).status).toBe("pending")
      }
      expect(await store.row(reference)).toMatchObject({ asks: 7 })
      await paidUnheard(reference, 2)
      expect((await tryInstalments(store, cartId)).status).toBe(400)
      expect(store.sandbox.checkouts.size).toBe(1)
    })

    it("is given no other page while another request asks about the paid one", async () => {
      const { cartId, sessionId, reference } = await store.beginCheckout()
      await paidUnheard(reference, 25)
      store.sandbox.fault({ kind: "slow", ms: 500, times: 1 })
      const looking = told(sessionId)
      await eventually(async () => (await store.row(reference)).asks > 0)
      const { status } = await tryInstalments(store, cartId)
      await looking
      expect([status, store.sandbox.checkouts.size]).toEqual([400, 1])
    })

    it("has the job ask soon about one that was paid since it was asked about a moment ago", async () => {
      const { cartId, sessionId, reference } = await store.beginCheckout()
      await store.passTime(25 * MINUTE)
      expect((await told(sessionId)).status).toBe("pending")
      await paidUnheard(reference, 0)
      expect((await tryInstalments(store, cartId)).status).toBe(200)
      await store.passTime(MINUTE)
      await store.runJob("reconcile")
      expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
    })

    it("is told of a page that does not rest, after several that were asked about often", async () => {
      const { cartId, reference } = await store.beginCheckout()
      const references = [reference]
      let last = ""
      for (let pages = 0; pages < 4; pages++) {
        await store.passTime(21 * MINUTE)
        const { data } = await tryInstalments(store, cartId)
        const [session] = data.payment_collection.payment_sessions
        references.push(session.data.reference)
        last = session.id
      }
      await paidUnheard(references[3]!, 1)
      await store.db("instalments_request_limit").delete()
      const ago = (minutes: number) =>
        new Date(store.ledger.now() - minutes * MINUTE)
      const rows = () => store.db("instalments_checkout")
      await rows()
        .whereIn("id", references.slice(0, 3))
        .update({ asks: 7, asked_at: ago(2) })
      await rows()
        .where({ id: references[3] })
        .update({ asks: 1, asked_at: ago(1) })
      expect((await told(last)).status).toBe("paid")
      expect(await rows().where({ asks: 7 })).toHaveLength(3)
    })

    it("is given no page for what an order owed", async () => {
      const { order } = await boughtAndEdited()
      const { reference } = await begin(order.id)
      await store.passTime(21 * MINUTE)
      const { sessionId, collectionId } = await begin(order.id)
      await paidUnheard(reference)
      for (const id of [order.id, order.id, sessionId]) {
        expect(await told(id)).toMatchObject({
          ...{ status: "paid", order_id: order.id, payment_url: null },
        })
      }
      expect((await choose(collectionId)).status).toBe(400)
    })

    it.each([
      ["is refused another one by the shop", 400, "open"],
      [
        "has his money returned before a link gives another one",
        303,
        "returned",
      ],
    ])(
      "%s for the order that the cart became in another way",
      async (_, status, outcome) => {
        const debit = debitActions(store)
        const { cartId: cart_id, reference } = await store.beginCheckout()
        const { data } = await store.post("/store/payment-collections", {
          cart_id,
        })
        const collectionId: string = data.payment_collection.id
        const sessionId = await debit.choose(collectionId)
        const placed = await store.post(`/store/carts/${cart_id}/complete`)
        const { id } = placed.data.order
        await debit.fails(sessionId)
        await debit.checkStatus(id, sessionId)
        const url = await linkTo(id)
        await paidUnheard(reference)
        const answer = await (status === 303
          ? press(url)
          : choose(collectionId))
        expect(answer.status).toBe(status)
        expect(await store.row(reference)).toMatchObject({ outcome })
      }
    )
  })
})
