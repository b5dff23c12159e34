import { once } from "node:events"
import { connect } from "node:net"
import { Modules } from "@medusajs/framework/utils"
import { refundPaymentWorkflow } from "@medusajs/medusa/core-flows"
import { modelBreaches } from "../laws/book-model"
import { readBookRows } from "../laws/book-rows"
import { ordersOf } from "../laws/books"
import { completeUnsettled } from "../harness/complete-unsettled"
import { boughtYesterday } from "../harness/calendar"
import { OrderAdmin } from "../harness/order-admin"
import { eventually, pauseAtWrite } from "../harness/pause-at-write"
import { orderLease } from "../../src/workflows/order-lease"
import { withStore, type Store } from "../harness/with-store"

/**
 * Begins a shopper's request of which one byte comes and the others never do. Answers
 * when the store has begun to serve it.
 */
async function sendWithoutEnd({ api, shop }: Store, path: string) {
  const { port, hostname } = new URL(api.defaults.baseURL!)
  const socket = connect(Number(port), hostname)
  const headers = {
    host: hostname,
    ...shop.headers,
    "content-type": "application/octet-stream",
    "content-length": "100000",
    expect: "100-continue",
  }
  const lines = Object.entries(headers).map(
    ([name, value]) => `${name}: ${value}\r\n`
  )
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join("")}\r\n`)
  await once(socket, "data")
  socket.write("x")
  return socket
}

/** Two changes of one order are made one after the other. */
withStore((store) => {
  const refundPath = (payment: { id: string }) =>
    `/admin/payments/${payment.id}/refund`
  const refund = (payment: { id: string }, amount: number) =>
    store.adminPost(refundPath(payment), { amount })
  const sums = () =>
    [...store.sandbox.refundRequests.values()].map(({ amount }) => amount)

  const breaches = async (order: { id: string; cart?: { id: string } }) => {
    const [books] = await ordersOf(store, [order.cart!.id])
    const [rows] = await readBookRows({ store }, [order.id])
    const requests = await store.ledger.listRefundRequests({})
    return modelBreaches(books!, rows!, requests)
  }

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

  it("is not made when the merchant closed the tab while it waited, leaves nothing locked, and logs nothing", async () => {
    const { payment, order } = await boughtYesterday(store)
    const warn = jest.spyOn(store.container.resolve("logger"), "warn")
    const waits = jest.spyOn(store.ledger.leases, "run")
    await store.ledger.leases.run(
      orderLease(order.id),
      async () => {
        const tab = inATab(payment, 100)
        await eventually(() => waits.mock.calls.length > 1)
        await tab.close()
        await expect(waits.mock.results[1]!.value).rejects.toThrow()
      },
      { waitMs: 0 }
    )
    expect(warn.mock.calls.map(String)).toEqual([])
    expect((await refund(payment, 50)).status).toBe(200)
    expect(sums()).toEqual([5_000])
  })

  it("is made once when the merchant closes the tab while it runs, and the next one comes after it", async () => {
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
    const paused = await pauseAtWrite(store.db, "order_summary")
    const delivered = new OrderAdmin(store, order.id).deliver()
    await paused.reached()
    const refunded = refund(payment, 10)
    await eventually(() => waits.mock.calls.length > 1)
    await paused.resume()
    expect([await delivered, (await refunded).status]).toEqual([true, 200])
    const [books] = await ordersOf(store, [order.cart!.id])
    const [rows] = await readBookRows({ store }, [order.id])
    expect(modelBreaches(books!, rows!, [])).toEqual([])
  })

  it("waits for every change of its order", async () => {
    const { order } = await boughtYesterday(store)
    const actions = new OrderAdmin(store, order.id)
    const turns = jest.spyOn(store.ledger.leases, "run")
    const requests = jest.spyOn(store, "adminPost")
    const changes = [
      () => actions.beginEdit(1),
      () => actions.confirmEdit(),
      () => actions.deliver(),
      () => actions.exchange(1),
      () => actions.claim("refund"),
      () => actions.askBack(),
      () => actions.receive(),
    ]
    for (const change of changes) {
      turns.mockClear()
      requests.mockClear()
      expect([String(change), await change()]).toEqual([String(change), true])
      const keys = turns.mock.calls.map(([key]) => key)
      expect(keys).toEqual(requests.mock.calls.map(() => orderLease(order.id)))
    }
  })

  const itemsOf = async ({ id }: { id: string }) => {
    const seen = await new OrderAdmin(store, id).read()
    return seen!.items.map((item) => ({ id: item.id, quantity: item.quantity }))
  }

  describe("is not held up by a stranger who knows the order's id", () => {
    const strangers = (path: string) =>
      Promise.all(Array.from({ length: 20 }, () => store.post(path)))

    it("and sends a request whose body never ends", async () => {
      const { payment, order } = await boughtYesterday(store)
      const path = `/store/orders/${order.id}/cancel`
      const slow = await sendWithoutEnd(store, path)
      // They would wait for what the first one holds.
      const answers = await strangers(path)
      expect(answers.map(({ status }) => status)).toEqual(
        answers.map(() => 404)
      )
      expect((await refund(payment, 50)).status).toBe(200)
      expect(slow.destroyed).toBe(false)
      slow.destroy()
      expect(sums()).toEqual([5_000])
    })

    it("and sends many requests, which write no lease", async () => {
      const { order } = await boughtYesterday(store)
      const written: string[] = []
      const note = ({ sql }: { sql: string }) =>
        void (sql.includes("instalments_lease") && written.push(sql))
      store.db.on("query", note)
      await strangers(`/store/orders/${order.id}/transfer/accept`)
      await strangers("/store/returns")
      store.db.removeListener("query", note)
      expect(written).toEqual([])
    })
  })

  it("keeps a refund that the store's own code has begun while a merchant's change was answered", async () => {
    const { payment, order } = await boughtYesterday(store)
    const { db } = store
    const bus = store.container.resolve(Modules.EVENT_BUS)
    const subscriberId = "refunds-at-delivery"
    const slow = await db.transaction()
    let refunded: Promise<unknown> | undefined
    const refundIt = async () => {
      // The answer to the merchant reads the products, so it comes a little
      // later.
      await slow.raw("lock table product in access exclusive mode")
      refunded = refundPaymentWorkflow(store.container)
        .run({ input: { payment_id: payment.id, amount: 10 } })
        .catch((error: Error) => error.message)
    }
    bus.subscribe("order.fulfillment_created", refundIt, { subscriberId })
    const paused = await pauseAtWrite(db, "order_transaction")
    const items = await itemsOf(order)
    const path = `/admin/orders/${order.id}/fulfillments`
    const delivered = store.adminPost(path, { items })
    await paused.reached()
    await slow.commit()
    expect((await delivered).status).toBe(200)
    const leases = () => db("instalments_lease").whereLike("id", "order:%")
    await eventually(async () => (await leases()).length === 0)
    await paused.resume()
    bus.unsubscribe("order.fulfillment_created", refundIt, { subscriberId })
    expect(await refunded).not.toEqual(expect.any(String))
    // An event releases it.
    await eventually(() => sums().length > 0)
    await store.refundsAreSent()
    expect(sums()).toEqual([1_000])
    expect(await breaches(order)).toEqual([])
  })

  it("gets the transaction that a killed completion has left out after a delivery that core is still making", async () => {
    const { cartId, reference } = await store.beginCheckout()
    store.sandbox.set({ callbacks: { mode: "never" } })
    await store.sandbox.pay(reference)
    await store.ledger.learning.check(await store.row(reference), "shopper")
    await completeUnsettled(store, cartId)
    const [order] = await store.orders({ cart_id: cartId })
    const orders = store.container.resolve(Modules.ORDER)
    const booked = await orders.listOrderTransactions({})
    await orders.deleteOrderTransactions(booked.map(({ id }) => id))
    const items = await itemsOf(order!)
    const paused = await pauseAtWrite(store.db, "order_summary")
    const path = `/admin/orders/${order!.id}/fulfillments`
    const delivered = store.adminPost(path, { items })
    await paused.reached()
    let isOver = false
    const job = store.runJob("reconcile").finally(() => (isOver = true))
    // It ends now, unless it waits for the lease.
    await eventually(() => isOver)
    await paused.resume()
    expect((await delivered).status).toBe(200)
    await job
    expect((await store.row(reference)).outcome).toBe("placed")
    expect(await breaches(order!)).toEqual([])
  })

  it("waits for the order in its path, however that is written and whatever its body names, and takes no lease without a session", async () => {
    const { order, payment } = await boughtYesterday(store)
    const turns = jest.spyOn(store.ledger.leases, "run")
    const path = refundPath(payment)
    const anonymous = await Promise.all(
      [path, `/admin/orders/${order.id}/cancel`].map((at) => store.post(at))
    )
    expect(anonymous.map(({ status }) => status)).toEqual([401, 401])
    expect(turns).not.toHaveBeenCalled()
    for (const shape of [
      path.replace("_", "%5F"),
      path.replace("pay", "Pay"),
      `${path}/`,
      `/admin/orders/${order.id}/cancel`,
    ]) {
      turns.mockClear()
      const asked = shape.includes("cancel")
        ? { order_id: "order_other" }
        : { amount: 10 }
      expect((await store.adminPost(shape, asked)).status).toBe(200)
      await store.refundsAreSent()
      // The route's own lease, not that of the subscriber which releases what is
      // booked.
      const own = turns.mock.calls.filter(([, , { signal }]) => signal)
      expect([shape, own.map(([key]) => key)]).toEqual([
        ...[shape, [orderLease(order.id)]],
      ])
    }
  })
})
