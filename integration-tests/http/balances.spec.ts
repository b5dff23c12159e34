import { balanceDesk } from "../store/balance-desk"
import { withStore } from "../store/with-store"

/** What an order owes after it was edited, paid in instalments. */
withStore((store) => {
  const desk = balanceDesk(store)

  it("books the payment of what an edited order owes on that order, once", async () => {
    const { order } = await desk.boughtAndEdited()
    const { reference } = await desk.begin(order.id)
    expect(await store.row(reference)).toMatchObject({
      cart_id: null,
      order_id: order.id,
      outcome: "open",
    })
    await store.sandbox.pay(reference)
    expect(await store.row(reference)).toMatchObject({
      outcome: "placed",
      order_id: order.id,
    })
    const books = await desk.books(order.id)
    expect(books).toMatchObject({ owed: 0, booked: [433.35, 1399.55] })
    expect(books.payments).toHaveLength(2)
  })
})
