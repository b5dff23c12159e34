import { readdirSync } from "node:fs"
import { join } from "node:path"
import { completeCartWorkflow } from "@medusajs/medusa/core-flows"
import middlewares from "../../src/api/middlewares"
import { balanceActions } from "../harness/balance-actions"
import { boughtYesterday } from "../harness/calendar"
import { cartActions, TRANSFER } from "../harness/cart-actions"
import { tryInstalments } from "../harness/shopper"
import { withStore } from "../harness/with-store"

const SUBSCRIBERS = join(__dirname, "../../src/subscribers")
const IN_WORDS = {
  code: "instalments_unavailable",
  message: expect.stringContaining("ry again in a minute"),
}

/** The plugin's tables are missing or locked, and the shop goes on. */
withStore((store) => {
  const { choose, chosen, complete, transfer, payUnsettled } =
    cartActions(store)
  const { addArticle, collection } = balanceActions(store)

  /** A cart that is to be paid by bank transfer. */
  async function otherCart() {
    const id = await store.fillCart()
    await chosen(id, TRANSFER)
    return id
  }
  const otherOrder = async () => transfer(await store.fillCart())
  async function partsOf(orderId: string) {
    const { data } = await store.adminGet(
      `/admin/orders/${orderId}?fields=items.*,payment_collections.payments.*`
    )
    const { items, payment_collections } = data.order
    return {
      items: items.map(({ id }: { id: string }) => ({ id, quantity: 1 })),
      paymentId: String(payment_collections[0].payments[0].id),
    }
  }
  async function capturedPayment() {
    const { paymentId } = await partsOf(await otherOrder())
    await store.adminPost(`/admin/payments/${paymentId}/capture`)
    return paymentId
  }
  async function collectionOfCart(cart_id: string) {
    const { data } = await store.post("/store/payment-collections", { cart_id })
    return String(data.payment_collection.id)
  }

  type Request = () => Promise<{ status: number; data: unknown }>
  /** Each matcher on a route of core's, and what is asked there of what is not ours. */
  const ROUTES: Record<string, () => Promise<Request>> = {
    "/store/carts/:id/complete": async () => {
      const id = await otherCart()
      return () => complete(id)
    },
    "/store/payment-collections/:id/payment-sessions": async () => {
      const id = await store.fillCart()
      return () => choose(id, TRANSFER)
    },
    "/admin/payment-collections/:id/payment-sessions": async () => {
      const id = await collectionOfCart(await store.fillCart())
      const path = `/admin/payment-collections/${id}/payment-sessions`
      return () => store.adminPost(path, { provider_id: TRANSFER })
    },
    "/admin/payment-collections/:id/mark-as-paid": async () => {
      const order_id = await otherOrder()
      await addArticle(order_id)
      const { id } = await collection(order_id)
      const path = `/admin/payment-collections/${id}/mark-as-paid`
      return () => store.adminPost(path, { order_id })
    },
    "/admin/orders/*": async () => {
      const [shipped, cancelled] = [await otherOrder(), await otherOrder()]
      const { items } = await partsOf(shipped)
      return async () => {
        const path = `/admin/orders/${shipped}/fulfillments`
        const answer = await store.adminPost(path, { items })
        return answer.status === 200
          ? post(`/admin/orders/${cancelled}/cancel`)
          : answer
      }
    },
    "/admin/order-edits*": begins("order-edits"),
    "/admin/exchanges*": begins("exchanges"),
    "/admin/returns*": begins("returns"),
    "/admin/claims*": begins("claims", { type: "refund" }),
    "/admin/payments/*": async () => {
      const path = `/admin/payments/${await capturedPayment()}/refund`
      return () => post(path, { amount: 1 })
    },
  }
  const post = (path: string, body: object = {}) =>
    store.api.post(path, body, {
      ...{ headers: store.admin, validateStatus: () => true },
    })
  function begins(kind: string, more: object = {}) {
    return async () => {
      const order_id = await otherOrder()
      return () => post(`/admin/${kind}`, { order_id, ...more })
    }
  }

  /** The ledger's tables. */
  const tables = (): Promise<string[]> =>
    store
      .db("pg_tables")
      .where({ schemaname: "public" })
      .whereLike("tablename", "instalments_%")
      .pluck("tablename")
  /** Takes the tables away; answers how they come back. */
  const AWAY = {
    missing: async () => {
      const all = await tables()
      const rename = (from: string, to: string) =>
        store.db.raw(
          all
            .map((one) => `alter table ${from}${one} rename to ${to}${one}`)
            .join(";")
        )
      await rename("", "away_")
      return () => rename("away_", "")
    },
    locked: async () => {
      const all = (await tables()).join(", ")
      const holder = await store.db.transaction()
      await holder.raw(`lock table ${all} in access exclusive mode`)
      return () => holder.rollback()
    },
  }

  it("each matcher on a route of core's is tried below", () => {
    const matchers = middlewares.routes!.map(({ matcher }) => String(matcher))
    const ofCore = matchers.filter((one) => !one.includes("/instalments"))
    expect([...new Set(ofCore)].sort()).toEqual(Object.keys(ROUTES).sort())
  })

  // A locked table is no other case: none is asked for.
  it("core answers for what is not ours while they are missing, and no statement is for the ledger", async () => {
    const requests: [string, Request][] = []
    for (const [matcher, prepare] of Object.entries(ROUTES)) {
      requests.push([matcher, await prepare()])
    }
    const back = await AWAY.missing()
    const asked: string[] = []
    const note = ({ sql }: { sql: string }) =>
      void (/\binstalments_/.test(sql) && asked.push(sql))
    store.db.on("query", note)
    const answers: unknown[] = []
    for (const [matcher, request] of requests) {
      const { status, data } = await request()
      answers.push([matcher, status, status === 200 || data])
    }
    store.db.removeListener("query", note)
    await back()
    expect(answers).toEqual(requests.map(([matcher]) => [matcher, 200, true]))
    expect(asked).toEqual([])
  }, 180_000)

  describe.each(["missing", "locked"] as const)("while it is %s", (how) => {
    async function away<T>(work: () => Promise<T>): Promise<T> {
      const back = await AWAY[how]()
      return work().finally(back)
    }

    it("a cart that is to be paid in instalments is refused in words, and is placed once it is back", async () => {
      const { cartId, reference } = await store.beginCheckout()
      await payUnsettled(reference)
      const { status, data } = await away(() => complete(cartId))
      expect([status, data]).toEqual([500, expect.objectContaining(IN_WORDS)])
      expect(await store.orders({ cart_id: cartId })).toEqual([])
      expect((await complete(cartId)).data.type).toBe("order")
      expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
    })

    it("a cart for which another way to pay was chosen since is not charged beside its instalment payment", async () => {
      const { cartId, reference } = await store.beginCheckout()
      await payUnsettled(reference)
      await chosen(cartId, TRANSFER)
      const { data } = await away(() => complete(cartId))
      expect(data).toMatchObject(IN_WORDS)
      expect(await store.orders({ cart_id: cartId })).toEqual([])
    })

    it("a completion of the shop's own is refused in words", async () => {
      const { cartId } = await store.beginCheckout()
      const { errors } = await away(() =>
        completeCartWorkflow(store.container).run({
          ...{ input: { id: cartId }, throwOnError: false },
        })
      )
      expect(errors[0]!.error).toMatchObject(IN_WORDS)
    })

    it("nothing is offered, choosing instalments is refused in words, and the other way to pay stays chosen", async () => {
      const cartId = await otherCart()
      const [offer, tried] = await away(async () => [
        await store.get(`/store/instalments/offer?cart_id=${cartId}`),
        await tryInstalments(store, cartId),
      ])
      expect(offer!.data.offer).toMatchObject({
        ...{ eligible: false, reason: "unavailable" },
      })
      expect(tried!.data).toMatchObject(IN_WORDS)
      expect((await complete(cartId)).data.type).toBe("order")
    })

    it("a refund of ours, and marking our order as paid, are refused in words, and nothing is booked or sent", async () => {
      const { order, payment } = await boughtYesterday(store)
      await addArticle(order.id)
      const { id } = await collection(order.id)
      const answers = await away(async () => [
        await post(`/admin/payments/${payment.id}/refund`, { amount: 1 }),
        await post(`/admin/payment-collections/${id}/mark-as-paid`, {
          order_id: order.id,
        }),
      ])
      expect(answers.map(({ data }) => data)).toEqual([
        expect.objectContaining(IN_WORDS),
        expect.objectContaining(IN_WORDS),
      ])
      expect(await store.db("refund")).toEqual([])
      expect(store.sandbox.refundRequests.size).toBe(0)
    })

    it("no subscriber throws: each leaves a line", async () => {
      const { order, payment } = await boughtYesterday(store)
      const error = jest.spyOn(store.container.resolve("logger"), "error")
      const data = { "send-booked-refunds": payment.id }
      const names = readdirSync(SUBSCRIBERS).map((one) => one.slice(0, -3))
      await away(async () => {
        for (const name of names) {
          const { default: subscriber } = await import(
            `../../src/subscribers/${name}`
          )
          const id = name in data ? payment.id : order.id
          const event = { name: "payment.refunded", data: { id } }
          await subscriber({ event, container: store.container })
        }
      })
      expect(error).toHaveBeenCalledTimes(names.length)
    })
  })
})
