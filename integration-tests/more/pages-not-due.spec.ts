import { openAbroad } from "../harness/abroad"
import { balanceActions } from "../harness/balance-actions"
import { MINUTE } from "../harness/calendar"
import { withStore } from "../harness/with-store"

/** The return page hands out no page whose payment would go back. */
withStore((store) => {
  const { begin, boughtAndEdited, books, choose, authorise, takeArticle } =
    balanceActions(store)
  const told = async (id: string) =>
    (await store.get(`/store/instalments/payment-sessions/${id}`)).data.payment
  const WITHOUT_PAGE = {
    ...{ status: "pending", payment_url: null, has_arrived: false },
  }

  it.each(["order", "session"])(
    "of an order that was paid by another payment collection, by the %s",
    async (by) => {
      const { order } = await boughtAndEdited()
      const first = await begin(order.id)
      const { data } = await store.adminPost("/admin/payment-collections", {
        ...{ order_id: order.id, amount: 433.35 },
      })
      await store.passTime(MINUTE)
      const chosen = await choose(data.payment_collection.id)
      const [second] = chosen.data.payment_collection.payment_sessions
      const id = by === "order" ? order.id : second.id
      expect((await told(id)).payment_url).toBe(second.data.payment_url)
      await store.passTime(MINUTE)
      await store.sandbox.pay(first.reference)
      expect(await books(order.id)).toMatchObject({ owed: 0 })
      expect(await told(id)).toMatchObject(WITHOUT_PAGE)
    }
  )

  it("of an order from which the merchant has taken the article again", async () => {
    const { order } = await boughtAndEdited()
    const { sessionId } = await begin(order.id)
    await takeArticle(order.id)
    expect(await told(sessionId)).toMatchObject(WITHOUT_PAGE)
  })

  it("of an order for which another provider holds the money", async () => {
    const { order } = await boughtAndEdited()
    const { sessionId, collectionId } = await begin(order.id)
    await authorise({ id: collectionId }, "pp_other_other")
    expect(await told(sessionId)).toMatchObject(WITHOUT_PAGE)
  })

  it("of a cart that comes to another amount, until it comes to this one again", async () => {
    const { cartId, sessionId } = await store.beginCheckout()
    const before = await told(sessionId)
    expect(before.payment_url).toContain("http")
    const { data } = await store.post(`/store/carts/${cartId}/line-items`, {
      ...{ variant_id: store.shop.variantId, quantity: 1 },
    })
    expect(await told(sessionId)).toMatchObject(WITHOUT_PAGE)
    const [item] = data.cart.items
    const path = `/store/carts/${cartId}/line-items/${item.id}`
    await store.post(path, { quantity: item.quantity - 1 })
    expect(await told(sessionId)).toEqual(before)
  })

  it("of a cart that is in another currency since", async () => {
    const { cartId, sessionId } = await store.beginCheckout()
    const region_id = await openAbroad(store)
    await store.post(`/store/carts/${cartId}`, { region_id })
    for (const id of [cartId, sessionId]) {
      expect(await told(id)).toMatchObject(WITHOUT_PAGE)
    }
  })
})
