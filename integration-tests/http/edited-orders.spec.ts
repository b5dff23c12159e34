import { createCartCreditLinesWorkflow } from "@medusajs/medusa/core-flows"
import { withStore } from "../store/with-store"

withStore((store) => {
  it("leaves an order alone that cost nothing, when it was edited before the cart's late payment came", async () => {
    const { cartId, reference } = await store.beginCheckout()
    await createCartCreditLinesWorkflow(store.container).run({
      input: [
        {
          ...{ cart_id: cartId, amount: 1_399.55 },
          ...{ reference: "gift", reference_id: "gift_1", metadata: null },
        },
      ],
    })
    const done = await store.post(`/store/carts/${cartId}/complete`)
    expect(done.data).toMatchObject({ type: "order", order: { total: 0 } })
    const { id } = done.data.order
    const edit = await store.adminPost("/admin/order-edits", { order_id: id })
    expect(edit.status).toBe(200)
    const added = await store.adminPost(`/admin/order-edits/${id}/items`, {
      items: [{ variant_id: store.shop.variantId, quantity: 1 }],
    })
    expect(added.status).toBe(200)
    await store.adminPost(`/admin/order-edits/${id}/request`)
    const confirmed = await store.adminPost(`/admin/order-edits/${id}/confirm`)
    expect(confirmed.status).toBe(200)
    await store.sandbox.pay(reference)
    await store.runJob("reconcile")
    expect(await store.row(reference)).toMatchObject({ outcome: "returned" })
    expect(await store.orders()).toMatchObject([{ id }])
  })
})
