import { addresses, EMAIL } from "../../demo/shopper/buying.cjs"
import { erasePerson } from "../../src/workflows/erase-person"
import { balanceActions } from "../harness/balance-actions"
import { MINUTE } from "../harness/calendar"
import { cartActions, TRANSFER } from "../harness/cart-actions"
import { debitActions } from "../harness/debit-actions"
import { linkActions } from "../harness/link-actions"
import { createdAs } from "../harness/shopper"
import { withStore } from "../harness/with-store"

/** What a shopper with pages of what an order owes is told, and is given. */
withStore((store) => {
  const { told, paid, payUnheard, payUnsettled, elsewhere } = cartActions(store)
  const { linkOfOwing, linkTo, open, press, opened, oneLess, oneMore } =
    linkActions(store)
  const { begin, boughtAndEdited, choose, draft, convert, ...actions } =
    balanceActions(store)
  const { authorise, books, collection } = actions
  const balanceOf = async (id: string) => (await elsewhere()).balance(id)
  const isReturned = async (reference: string) =>
    expect(await store.row(reference)).toMatchObject({ outcome: "returned" })
  const GOES_BACK = { refund: { status: "scheduled" } }
  const ARRIVED = { status: "pending", order_id: null, payment_url: null }
  const WITHOUT_PAGE = {
    ...{ status: "pending", payment_url: null, has_arrived: false },
  }

  describe("an older page's payment that goes back", () => {
    it("is told by the order and by a link's page, though the newer page was cancelled", async () => {
      const { id, url } = await linkOfOwing()
      await oneMore(id)
      await press(url)
      await oneLess(id)
      await press(url)
      const [older, newer] = await opened(id)
      await store.sandbox.pay(older!.id)
      await isReturned(older!.id)
      await store.sandbox.cancel(newer!.id)
      expect(await told(id)).toMatchObject({ status: "unplaced", ...GOES_BACK })
      expect((await open(url)).words).toMatch(/being returned to you/)
    })

    it("is told by the order and the newer page, after that one's payment was booked", async () => {
      const { order } = await boughtAndEdited()
      const older = await begin(order.id)
      await store.passTime(21 * MINUTE)
      const newer = await begin(order.id)
      await store.sandbox.pay(newer.reference)
      await store.passTime(MINUTE)
      await store.sandbox.pay(older.reference)
      await isReturned(older.reference)
      for (const id of [order.id, newer.sessionId]) {
        expect(await told(id)).toMatchObject({ status: "paid", ...GOES_BACK })
      }
    })

    it("is told beside the page of another part that is owed and can be paid", async () => {
      const id = await draft(addresses)
      await convert(id)
      const parts = []
      for (const amount of [500, 366.7]) {
        const { data } = await store.adminPost("/admin/payment-collections", {
          ...{ order_id: id, amount },
        })
        const chosen = await choose(data.payment_collection.id)
        parts.push(chosen.data.payment_collection.payment_sessions[0])
      }
      const [first, second] = parts
      await oneLess(id)
      await store.passTime(MINUTE)
      await store.sandbox.pay(first.data.reference)
      await isReturned(first.data.reference)
      expect(await told(second.id)).toMatchObject({
        ...{ status: "pending", ...GOES_BACK },
        payment_url: second.data.payment_url,
      })
      await store.sandbox.pay(second.data.reference)
      expect(await told(second.id)).toMatchObject({ status: "paid" })
    })
  })

  describe("where the order's cart has an old page, and its debit has failed,", () => {
    /** The order owes all. */
    async function failedDebit() {
      const debit = debitActions(store)
      const checkout = await store.beginCheckout()
      const { cartId: cart_id } = checkout
      const { data } = await store.post("/store/payment-collections", {
        cart_id,
      })
      const collectionId: string = data.payment_collection.id
      const session = await debit.choose(collectionId)
      const placed = await store.post(`/store/carts/${cart_id}/complete`)
      const { id } = placed.data.order
      await debit.fails(session)
      await debit.checkStatus(id, session)
      return { id, url: await linkTo(id), collectionId, ...checkout }
    }

    it("a link's page does not say that nothing more has to be paid of a payment that goes back", async () => {
      const { url, reference } = await failedDebit()
      expect((await press(url)).status).toBe(303)
      await payUnheard(reference)
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

    it("a link's page does not say that a payment has arrived which the service has to confirm", async () => {
      const { url, reference } = await failedDebit()
      await store.sandbox.cancel(reference)
      store.sandbox.fault({ path: "/api/checkouts", kind: "down" })
      await store.deliver(paid(reference))
      const row = await store.row(reference)
      expect([row.status, row.poll_requested_at !== null]).toEqual([
        "cancelled",
        true,
      ])
      const { words } = await open(url)
      expect(words).toContain("waiting for the payment to be confirmed")
      expect(words).not.toContain("payment has arrived")
    })

    it.each([
      ["the shop gives no page beside its unheard payment", 400, "open"],
      [
        "its unheard payment goes back before a link gives one",
        303,
        "returned",
      ],
    ])("%s", async (_, status, outcome) => {
      const { url, reference, collectionId } = await failedDebit()
      await payUnheard(reference)
      await store.passTime(5 * MINUTE)
      const answer = await (status === 303 ? press(url) : choose(collectionId))
      expect(answer.status).toBe(status)
      expect(await store.row(reference)).toMatchObject({ outcome })
    })
  })

  describe("the first of two pages is paid and nobody hears of it: it is asked about", () => {
    async function paidAndCancelled() {
      const { id, url } = await linkOfOwing()
      await press(url)
      await store.passTime(25 * MINUTE)
      await press(url)
      const [first, second, ...more] = await opened(id)
      expect(more).toEqual([])
      await payUnheard(first!.id)
      store.sandbox.set({ callbacks: { mode: "normal" } })
      await store.sandbox.cancel(second!.id)
      await store.passTime(5 * MINUTE)
      return { id, url, second: second! }
    }

    it("before the link's page says that nothing was completed", async () => {
      const { url } = await paidAndCancelled()
      const { words } = await open(`${url}?back=1`)
      expect(words).not.toContain("was not completed")
      expect(words).toContain("Your payment has arrived")
    })

    it("before the link opens a third one", async () => {
      const { id, url } = await paidAndCancelled()
      expect((await press(url)).status).toBe(200)
      expect(await opened(id)).toHaveLength(2)
    })

    it("before a storefront says that nothing was charged", async () => {
      const { id, second } = await paidAndCancelled()
      await told(second.payment_session_id!)
      expect(await balanceOf(id)).toMatchObject({ amount: 0 })
    })

    it("before the order or the newer page tells of it, and the shop gives no other page then", async () => {
      const { order } = await boughtAndEdited()
      const { reference } = await begin(order.id)
      await store.passTime(21 * MINUTE)
      const { sessionId, collectionId } = await begin(order.id)
      await payUnheard(reference)
      await store.passTime(5 * MINUTE)
      for (const id of [order.id, sessionId]) {
        expect(await told(id)).toMatchObject({
          ...{ status: "paid", order_id: order.id, payment_url: null },
        })
      }
      expect((await choose(collectionId)).status).toBe(400)
      expect(await books(order.id)).toMatchObject({ owed: 0 })
    })
  })

  it("a payment that has arrived is told without a page, though a newer one is open, and the order is not payable", async () => {
    const { id, url } = await linkOfOwing()
    await press(url)
    await store.passTime(25 * MINUTE)
    await press(url)
    await store.passTime(MINUTE)
    const [first, second] = await opened(id)
    expect(await balanceOf(id)).toMatchObject({
      ...{ amount: 433.35, hasArrived: false, isPayable: true },
    })
    // Reading the balance has asked about the first page.
    await store.passTime(MINUTE)
    await payUnsettled(first!.id)
    expect(second).toMatchObject({ status: "received" })
    for (const by of [id, first!.payment_session_id!]) {
      expect(await told(by)).toEqual(ARRIVED)
    }
    expect(await balanceOf(id)).toMatchObject({
      ...{ amount: 433.35, hasArrived: true, isPayable: false },
    })
    const client = await elsewhere()
    expect(await client.waitForResult(id, { timeoutMs: 0 })).toMatchObject({
      ...{ status: "pending", paymentUrl: null },
    })
    await store.runJob("reconcile")
    expect(await balanceOf(id)).toMatchObject({
      ...{ amount: 0, hasArrived: false, isPayable: false },
    })
  })

  it.each([
    ["was never answered", { path: "/api/checkouts", kind: "down", times: 1 }],
    ["was made of another amount", createdAs({ amount: 86_671 })],
  ] as const)(
    "an order whose page %s can be paid, as nothing has arrived",
    async (_, fault) => {
      const id = await draft()
      await convert(id)
      const url = await linkTo(id)
      store.sandbox.fault(fault)
      await press(url)
      expect(await opened(id)).toHaveLength(1)
      expect(await balanceOf(id)).toMatchObject({
        ...{ hasArrived: false, isPayable: true },
      })
    }
  )

  it("an order whose shopper was erased while its page was open can be paid, on another page", async () => {
    const { order } = await boughtAndEdited()
    const { sessionId } = await begin(order.id)
    await erasePerson(store.container, { email: EMAIL })
    expect(await told(sessionId)).toEqual({ ...ARRIVED, has_arrived: false })
    expect(await balanceOf(order.id)).toMatchObject({
      ...{ amount: 433.35, hasArrived: false, isPayable: true },
    })
  })

  describe("no page is handed out whose payment would go back:", () => {
    it("of an order that was paid by another payment collection", async () => {
      const { order } = await boughtAndEdited()
      const first = await begin(order.id)
      const { data } = await store.adminPost("/admin/payment-collections", {
        ...{ order_id: order.id, amount: 433.35 },
      })
      await store.passTime(MINUTE)
      const chosen = await choose(data.payment_collection.id)
      const [second] = chosen.data.payment_collection.payment_sessions
      const ids = [order.id, second.id]
      for (const id of ids) {
        expect((await told(id)).payment_url).toBe(second.data.payment_url)
      }
      await store.passTime(MINUTE)
      await store.sandbox.pay(first.reference)
      expect(await books(order.id)).toMatchObject({ owed: 0 })
      for (const id of ids) {
        expect(await told(id)).toMatchObject(WITHOUT_PAGE)
      }
    })

    it.each<[string, (order: string, collection: string) => Promise<unknown>]>([
      ["from which the merchant has taken the article again", oneLess],
      [
        "for which another provider holds the money",
        (_, id) => authorise({ id }, "pp_other_other"),
      ],
    ])("of an order %s", async (_, change) => {
      const { order } = await boughtAndEdited()
      const { sessionId, collectionId } = await begin(order.id)
      await change(order.id, collectionId)
      expect(await told(sessionId)).toMatchObject(WITHOUT_PAGE)
    })
  })

  it("a link gives another page after its page was cancelled, though the callback is lost", async () => {
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

  it("a link sends nobody to pay in another way what another provider holds already", async () => {
    const { id, url } = await linkOfOwing()
    await authorise(await collection(id), "pp_other_other")
    const { words } = await open(url)
    expect(words).not.toMatch(/another way to pay/)
    expect(words).toMatch(/another way already/)
  })

  it("a link does not go to a page of another amount than it has just shown", async () => {
    const { id, url } = await linkOfOwing()
    const shown = await open(url)
    expect(shown.words).toContain("R 433,35")
    await oneMore(id)
    // As the browser sends the form that it has.
    const [, action = ""] = /<form[^>]*action="([^"]*)"/.exec(shown.html) ?? []
    const { status, words } = await press(
      new URL(action.replaceAll("&amp;", "&"), url).href
    )
    expect(status).toBe(200)
    expect(words).toContain("R 866,70")
    expect(await opened(id)).toEqual([])
  })

  it("a browser that remembers nothing does not take the purchase for the balance's payment", async () => {
    const { order } = await boughtAndEdited()
    const { reference, collectionId } = await begin(order.id)
    // Another way to pay is looked at in another tab: Medusa deletes the session.
    const path = `/store/payment-collections/${collectionId}/payment-sessions`
    await store.post(path, { provider_id: TRANSFER })
    await store.passTime(MINUTE)
    await payUnheard(reference)
    const client = await elsewhere()
    const { status } = await client.waitForResult(order.id, { timeoutMs: 0 })
    const { amount } = await client.balance(order.id)
    // It is asked about, and booked; else "paid" beside the whole amount is false.
    expect([status, amount]).not.toEqual(["paid", 433.35])
  })
})
