import { modelBreaches } from "../laws/book-model"
import { readBookRows } from "../laws/book-rows"
import { ordersOf } from "../laws/books"
import { boughtYesterday } from "../store/calendar"
import { OrderDesk } from "../store/order-desk"
import { eventually, standStill } from "../store/stand-still"
import { turnOf } from "../../src/workflows/order-turn"
import { withStore } from "../store/with-store"

withStore((store) => {
  const refundPath = (payment: { id: string }) =>
    `/admin/payments/${payment.id}/refund`
  const refund = (payment: { id: string }, amount: number) =>
    store.adminPost(refundPath(payment), { amount })
  const sums = () =>
    [...store.sandbox.refundRequests.values()].map(({ amount }) => amount)

  /** A merchant asks for a refund, and closes the tab when told to. */
  function inATab(payment: { id: string }, amount: number) {
    const tab = new AbortController()
    const asked = fetch(`${store.api.defaults.baseURL}${refundPath(payment)}`, {
      method: "POST",
      headers: { ...store.admin, "content-type": "application/json" },
      body: JSON.stringify({ amount }),
      signal: tab.signal,
    }).catch(() => null)
    return {
      close: async () => {
        tab.abort()
        await asked
      },
    }
  }

  it("is not made for a merchant who closed the tab before its turn, and leaves nothing locked", async () => {
    const { payment, order } = await boughtYesterday(store)
    const waits = jest.spyOn(store.ledger.leases, "run")
    await store.ledger.leases.run(
      turnOf(order.id),
      async () => {
        const tab = inATab(payment, 100)
        await eventually(() => waits.mock.calls.length > 1)
        await tab.close()
        await expect(waits.mock.results[1]!.value).rejects.toThrow()
      },
      { waitMs: 0 }
    )
    expect((await refund(payment, 50)).status).toBe(200)
    expect(sums()).toEqual([5_000])
  })

  it("is made once for a merchant who closes the tab in its turn, and the next one comes after it", async () => {
    const { payment, order } = await boughtYesterday(store)
    const send = store.ledger.client.createRefund.bind(store.ledger.client)
    const order_of: string[] = []
    let goOn!: () => void
    const held = new Promise<void>((resolve) => (goOn = resolve))
    jest
      .spyOn(store.ledger.client, "createRefund")
      .mockImplementationOnce(async (...asked) => {
        order_of.push("sends")
        await held
        return send(...asked)
      })
    const tab = inATab(payment, 100)
    await eventually(() => order_of.length > 0)
    await tab.close()
    const next = refund(payment, 50).then(({ status }) => {
      order_of.push("next")
      return status
    })
    goOn()
    expect(await next).toBe(200)
    expect(order_of).toEqual(["sends", "next"])
    expect(sums()).toEqual([10_000, 5_000])
    const [kept] = await store.orders({ cart_id: order.cart?.id })
    expect(kept!.total).toBe(order.total - 150)
  })

  it("is booked after a delivery that core is still making, and every article is there once", async () => {
    const { payment, order } = await boughtYesterday(store)
    const waits = jest.spyOn(store.ledger.leases, "run")
    const stand = await standStill(store.db, "order_summary")
    const delivered = new OrderDesk(store, order.id).deliver()
    await stand.reached()
    const refunded = refund(payment, 10)
    await eventually(() => waits.mock.calls.length > 1)
    await stand.goOn()
    expect([await delivered, (await refunded).status]).toEqual([true, 200])
    const [books] = await ordersOf(store, [order.cart!.id])
    const [rows] = await readBookRows({ store }, [order.id])
    expect(modelBreaches(books!, rows!, [])).toEqual([])
  })

  it("waits for every change of its order", async () => {
    const { order } = await boughtYesterday(store)
    const desk = new OrderDesk(store, order.id)
    const turns = jest.spyOn(store.ledger.leases, "run")
    const requests = jest.spyOn(store, "adminPost")
    const changes = [
      () => desk.beginEdit(1),
      () => desk.confirmEdit(),
      () => desk.deliver(),
      () => desk.exchange(1),
      () => desk.claim("refund"),
      () => desk.askBack(),
      () => desk.receive(),
    ]
    for (const change of changes) {
      turns.mockClear()
      requests.mockClear()
      expect([String(change), await change()]).toEqual([String(change), true])
      const keys = turns.mock.calls.map(([key]) => key)
      expect(keys).toEqual(requests.mock.calls.map(() => turnOf(order.id)))
    }
  })
})
