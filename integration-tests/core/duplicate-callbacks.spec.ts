import { paidCallback } from "../harness/paid-callback"
import { withStore } from "../harness/with-store"

withStore((store) => {
  const deliveriesOf = async (reference: string) => {
    const callbacks = await store.ledger.listCallbacks({ reference })
    return callbacks.map(({ deliveries }) => deliveries)
  }

  it("does nothing for a duplicate that comes later", async () => {
    const { reference, order } = await store.buy()
    const again = await store.deliver(paidCallback(reference))
    expect(again.status).toBe(200)
    expect(again.data.redirect_url).toContain(order.id)
    expect(await store.orders()).toHaveLength(1)
  })

  it("refuses the duplicates whose statement failed, and counts the next ones", async () => {
    const { reference } = await store.buy()
    const { db } = store
    const deliver = () => store.deliver(paidCallback(reference))
    await deliver()
    await db.raw("alter table instalments_callback rename to away")
    const refused = await Promise.all([deliver(), deliver(), deliver()])
    await db.raw("alter table away rename to instalments_callback")
    expect(refused.map(({ status }) => status)).toEqual([503, 503, 503])
    expect((await deliver()).status).toBe(200)
    expect(await deliveriesOf(reference)).toContain(2)
  })
})
