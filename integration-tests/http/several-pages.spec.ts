import { balanceActions } from "../store/balance-actions"
import { MINUTE } from "../store/calendar"
import { linkActions } from "../store/link-actions"
import { tryInstalments } from "../store/shopper"
import { withStore } from "../store/with-store"

/** A shopper with several pages of one cart, or of one order, is told what became of the money. */
withStore((store) => {
  const told = async (id: string) =>
    (await store.get(`/store/instalments/payment-sessions/${id}`)).data.payment
  const { linkOfOwing, open, press, opened, oneLess, oneMore } =
    linkActions(store)
  const { begin } = balanceActions(store)
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
})
