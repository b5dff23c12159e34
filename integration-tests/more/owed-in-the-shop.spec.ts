import { balanceActions } from "../harness/balance-actions"
import { linkActions, MUG } from "../harness/link-actions"
import { OrderAdmin } from "../harness/order-admin"
import { withStore } from "../harness/with-store"

/**
 * What an order owes as the shop shows it, and what the payment page that it opens is
 * of. Core does not always bring the order's payment collection up to it.
 */
withStore((store) => {
  const { addArticle, boughtAndEdited } = balanceActions(store)
  const { linkTo, open } = linkActions(store)
  const MORE = MUG / 100

  async function shop() {
    const { createInstalments } = await import("../../src/storefront/index.js")
    return createInstalments({
      baseUrl: store.api.defaults.baseURL!,
      publishableKey: String(store.shop.headers["x-publishable-api-key"]),
    })
  }

  /** What the shop shows, and what the page is of that it opens. */
  async function shownAndAsked(orderId: string) {
    const { balance, start } = await shop()
    const shown = await balance(orderId)
    const { amount } = await start({ orderId })
    return [shown.amount, amount]
  }

  /** An order with so many articles more, of which a return was called off. */
  async function returnCalledOff(more: number) {
    const { order } = await store.buy()
    const admin = new OrderAdmin(store, order.id)
    expect(await admin.deliver()).toBe(true)
    for (let n = 0; n < more; n++) {
      await addArticle(order.id)
    }
    expect(await admin.askBack()).toBe(true)
    const { data } = await store.adminGet(
      `/admin/returns?order_id=${order.id}&fields=id`
    )
    const path = `/admin/returns/${data.returns[0].id}/cancel`
    expect((await store.adminPost(path)).status).toBe(200)
    return order.id
  }

  it("is the same after the merchant gave a part of it as credit", async () => {
    const { order } = await boughtAndEdited()
    const path = `/admin/orders/${order.id}/credit-lines`
    const credit = { amount: 200, reference: "goodwill", reference_id: "1" }
    expect((await store.adminPost(path, credit)).status).toBe(200)
    expect(await shownAndAsked(order.id)).toEqual([233.35, 233.35])
  })

  it("is the same after a return was called off for which core asked for nothing any more", async () => {
    const id = await returnCalledOff(1)
    expect(await shownAndAsked(id)).toEqual([MORE, MORE])
    expect((await open(await linkTo(id))).words).toContain("R 433,35")
  })

  it("is the same after a return was called off for which core asked for less", async () => {
    const id = await returnCalledOff(2)
    expect(await shownAndAsked(id)).toEqual([2 * MORE, 2 * MORE])
  })

  it("is a part of it where the merchant has asked for that beside the rest", async () => {
    const { order } = await boughtAndEdited()
    const { data } = await store.adminPost("/admin/payment-collections", {
      ...{ order_id: order.id, amount: 100 },
    })
    const { id } = data.payment_collection
    const chosen = await store.post(
      `/store/payment-collections/${id}/payment-sessions`,
      { provider_id: "pp_instalments_instalments" }
    )
    expect(chosen.data.payment_collection).toMatchObject({ amount: 100 })
  })
})
