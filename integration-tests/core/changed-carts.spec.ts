import { createRegionsWorkflow } from "@medusajs/medusa/core-flows"
import { MINUTE } from "../harness/calendar"
import { cartActions, TRANSFER } from "../harness/cart-actions"
import { Prices } from "../harness/prices"
import { ShopSettings } from "../harness/shop-settings"
import { withStore } from "../harness/with-store"

withStore((store) => {
  const prices = new Prices(store)
  const { chosen, complete, credit, payUnheard } = cartActions(store)

  /** VAT on top, which the storefront calculates by a request after the session. */
  const taxLater = async () => {
    await prices.tax({ rate: 20, inside: false })
    await new ShopSettings(store).taxAtOnce(false)
  }
  const taxedLater = async () => {
    await taxLater()
    const checkout = await store.beginCheckout()
    expect(checkout.amount).toBe(139_955)
    await store.post(`/store/carts/${checkout.cartId}/taxes`)
    return checkout
  }
  /** A discount that changes the cart and not its payment collection. */
  const creditedLater = async () => {
    const checkout = await store.beginCheckout()
    await credit(checkout.cartId, 100)
    return checkout
  }

  /** What an order leaves that Medusa places and rolls back. */
  const traces = async () => ({
    number: (await store.db.raw(`select last_value from order_display_id_seq`))
      .rows,
    stock: await store.db("inventory_level").select("id", "updated_at"),
    runs: await store
      .db("workflow_execution")
      .where({ workflow_id: "complete-cart" })
      .select("id"),
  })

  /** In either order the end is the same: no order, and the money is returned. */
  const goesBack = async (reference: string) => {
    expect(await store.row(reference)).toMatchObject({
      outcome: "returned",
      held_reason: expect.stringContaining("now totals"),
    })
    expect(await store.orders()).toEqual([])
    expect(await store.ledger.listRefundRequests({})).toMatchObject([
      { amount: 139_955 },
    ])
  }

  it.each([
    ["whose taxes were added after the payment session", taxedLater],
    ["that got a credit line after the payment session", creditedLater],
  ])(
    "a cart %s becomes no order, nor for a moment: no number is used up, no stock reserved",
    async (_, change) => {
      const { reference, cartId } = await change()
      const before = await traces()
      await store.sandbox.pay(reference)
      await goesBack(reference)
      expect(await traces()).toEqual(before)
      expect((await complete(cartId)).data.type).toBe("cart")
      await goesBack(reference)
    }
  )

  it("a changed cart becomes no order either when the browser completes it first", async () => {
    const { reference, cartId } = await creditedLater()
    await payUnheard(reference)
    await store.passTime(MINUTE)
    const answer = await complete(cartId)
    expect(answer).toMatchObject({ status: 200, data: { type: "cart" } })
    await store.runJob("reconcile")
    await goesBack(reference)
  })

  it.each([
    ["taxed", taxedLater],
    ["credited", creditedLater],
  ])(
    "a cart that was %s later is charged by its new amount when instalments are chosen again",
    async (_, change) => {
      const { cartId } = await change()
      const { data } = await chosen(cartId)
      await store.sandbox.pay(data.reference)
      const [order] = await store.orders({ cart_id: cartId })
      expect(data.amount).toBe(Math.round(order!.total * 100))
      expect(data.amount).not.toBe(139_955)
    }
  )

  it("a cart whose taxes came after its payment collection is sold by each way to pay", async () => {
    await taxLater()
    const cart_id = await prices.cart({ mugs: 1 })
    await store.post("/store/payment-collections", { cart_id })
    await store.post(`/store/carts/${cart_id}/taxes`)
    for (const provider of [TRANSFER, "pp_instalments_instalments"]) {
      expect(await chosen(cart_id, provider)).toMatchObject({
        provider_id: provider,
      })
    }
  })

  it("the payment of a cart that moved to another currency while it was paid is returned", async () => {
    const { result } = await createRegionsWorkflow(store.container).run({
      input: {
        regions: [
          {
            name: "America",
            currency_code: "usd",
            countries: ["us"],
            payment_providers: [TRANSFER],
          },
        ],
      },
    })
    const { reference, cartId } = await store.beginCheckout()
    const cart = store.container.resolve("cart")
    await cart.updateCarts(cartId, {
      region_id: result[0]!.id,
      currency_code: "usd",
    })
    await store.sandbox.pay(reference)
    await goesBack(reference)
  })
})
