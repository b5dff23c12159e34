import { balanceActions } from "../harness/balance-actions"
import { MINUTE } from "../harness/calendar"
import { linkActions, MUG } from "../harness/link-actions"
import { Prices } from "../harness/prices"
import { withStore } from "../harness/with-store"

/** An order that its merchant marks as paid while a shopper pays it in instalments. */
withStore((store) => {
  const { opened, press, linkOfOwing, linkTo } = linkActions(store)
  const { begin, books, boughtAndEdited, ...actions } = balanceActions(store)
  const { addArticle, collection } = actions
  const MORE = MUG / 100

  async function markAsPaid(order_id: string) {
    const { id } = await collection(order_id)
    const path = `/admin/payment-collections/${id}/mark-as-paid`
    const { status, data } = await store.adminPost(path, { order_id })
    return { status, message: String(data.message) }
  }

  /** The shopper pays, shows the service's message, and no callback comes. */
  const paysUnheard = (reference: string) => {
    store.sandbox.set({ callbacks: { mode: "never" } })
    return store.sandbox.pay(reference)
  }

  it("is asked about first, so that a payment whose callback was lost is booked instead", async () => {
    const { id, url } = await linkOfOwing()
    await press(url)
    const [row] = await opened(id)
    await paysUnheard(row!.id)
    expect((await markAsPaid(id)).status).toBe(400)
    expect(await store.row(row!.id)).toMatchObject({ outcome: "placed" })
    expect((await books(id)).booked).toHaveLength(2)
    expect(await books(id)).toMatchObject({ owed: 0 })
  })

  it("is not marked while a payment that has arrived is not booked", async () => {
    const { order } = await boughtAndEdited()
    const { reference } = await begin(order.id)
    await paysUnheard(reference)
    await store.ledger.learning.check(await store.row(reference), "shopper")
    expect(await markAsPaid(order.id)).toMatchObject({
      status: 400,
      message: expect.stringMatching(
        /has arrived and is not booked yet.* It was not marked as paid\.$/
      ),
    })
    await store.passTime(MINUTE)
    await store.runJob("reconcile")
    expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
  })

  it("is marked when nobody has paid it", async () => {
    const { id, url } = await linkOfOwing()
    await press(url)
    expect((await markAsPaid(id)).status).toBe(200)
    expect((await books(id)).booked).toContain(MORE)
  })

  it("is marked, and gets a link, whatever its shopper wrote under the cart's mark", async () => {
    const prices = new Prices(store)
    const cartId = await prices.cart({ mugs: 1 })
    const metadata = { instalments_cart_id: 5 }
    await store.post(`/store/carts/${cartId}`, { metadata })
    const { id } = (await prices.transfer(cartId))!
    await addArticle(id)
    expect(await linkTo(id)).toContain("/instalments/pay/")
    expect((await markAsPaid(id)).status).toBe(200)
  })
})
