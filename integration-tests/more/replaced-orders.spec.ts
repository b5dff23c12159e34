import { Modules } from "@medusajs/framework/utils"
import { MINUTE } from "../harness/calendar"
import { refundActions } from "../harness/refund-actions"
import { tryInstalments } from "../harness/shopper"
import { withStore } from "../harness/with-store"

/** Orders that the shop's own code makes of a placed one, with its metadata. */
withStore((store) => {
  const { cancel } = refundActions(store)

  it("stay when an old page of the cart is paid after the placed order was cancelled", async () => {
    const old = await store.beginCheckout()
    await store.passTime(21 * MINUTE)
    const again = await tryInstalments(store, old.cartId)
    const [session] = again.data.payment_collection.payment_sessions
    await store.sandbox.pay(session.data.reference)
    const [first] = await store.orders({ cart_id: old.cartId })
    expect((await cancel(first!)).status).toBe(200)
    const module = store.container.resolve(Modules.ORDER)
    const { region_id, currency_code, metadata, items } =
      await module.retrieveOrder(first!.id, { relations: ["items"] })
    const copy = await module.createOrders({
      ...{ region_id, currency_code, status: "pending", metadata: metadata! },
      items: items!.map(({ title, quantity, unit_price }) => ({
        ...{ title, quantity, unit_price },
      })),
    })

    await store.sandbox.pay(old.reference)
    expect(await store.row(old.reference)).toMatchObject({
      outcome: "returned",
    })
    const standing = await module.listOrders({}, { select: ["id"] })
    expect(standing.map(({ id }) => id).sort()).toEqual(
      [first!.id, copy.id].sort()
    )
  })
})
