import { modelBreaches } from "../laws/book-model"
import { GOODWILL, readBookRows } from "../laws/book-rows"
import { ordersOf } from "../laws/books"
import { OrderAdmin } from "../harness/order-admin"
import { Prices } from "../harness/prices"
import { withStore } from "../harness/with-store"

withStore((store) => {
  /** An order with a discount and VAT on top, and what is wrong with it. */
  async function bought() {
    const prices = new Prices(store)
    await prices.tax({ rate: 15, inside: false })
    await prices.code("SEVENTH", {
      ...{ target_type: "items", allocation: "across" },
      ...{ type: "percentage", value: 14.29, currency_code: "zar" },
    })
    const cartId = await prices.cart({ mugs: 3, codes: ["SEVENTH"] })
    const { order } = await prices.payFor(cartId)
    const id = order!.id
    const wrong = async () => {
      const [books] = await ordersOf(store, [cartId])
      const [rows] = await readBookRows({ store }, [id])
      return modelBreaches(books!, rows!, [])
    }
    return { id, wrong, actions: new OrderAdmin(store, id) }
  }

  it("agrees with Medusa through every change of an order", async () => {
    const { id, wrong, actions } = await bought()
    const waive = async (amount: number) => {
      const path = `/admin/orders/${id}/credit-lines`
      const line = { amount, reference: GOODWILL, reference_id: "1" }
      return (await store.adminPost(path, line)).status === 200
    }
    const edit = async (by: 1 | -1) =>
      (await actions.beginEdit(by)) && actions.confirmEdit()
    const changes = [
      () => edit(1),
      () => waive(100),
      () => edit(-1),
      () => actions.deliver(),
      () => waive(-10),
      () => actions.askBack(),
      () => actions.receive(),
      () => actions.exchange(2),
      () => actions.claim("refund"),
      () => actions.receive(),
    ]
    for (const change of changes) {
      expect([String(change), await change()]).toEqual([String(change), true])
      expect(await wrong()).toEqual([])
    }
  })

  it("finds a cent too much in a summary, and credit without a refund", async () => {
    const { id, wrong } = await bought()
    const { db } = store
    await db.raw(
      `update order_summary set totals = jsonb_set(totals, '{paid_total}',
         to_jsonb((totals ->> 'paid_total')::numeric + 0.01))
       where order_id = ?`,
      [id]
    )
    expect(await wrong()).toEqual([expect.stringContaining("paid_total is")])
    await db.raw(
      `insert into order_credit_line
         (id, order_id, version, reference, amount, raw_amount)
       values ('ordcl_1', ?, 1, 'payment_collection', 5, '{"value": "5"}')`,
      [id]
    )
    expect(await wrong()).toContainEqual(
      expect.stringContaining("credited with 500, not 0 cents")
    )
  })
})
