import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import type { CreateCampaignDTO } from "@medusajs/framework/types"
import {
  completeCartWorkflow,
  createCampaignsWorkflow,
} from "@medusajs/medusa/core-flows"
import { PROVIDER_ID } from "../../src/modules/instalments/name"
import { repairCompletion } from "../../src/workflows/medusa-repairs/killed-completion"
import {
  CART_MARK,
  markCart,
  readMarkedOrders,
} from "../../src/workflows/medusa-repairs/marked-orders"
import { failingOnce } from "../laws/database-fault"
import { MINUTE, tomorrowMorning } from "../harness/calendar"
import { cartActions, TRANSFER } from "../harness/cart-actions"
import { completeUnsettled } from "../harness/complete-unsettled"
import { leftovers } from "../harness/leftovers"
import { linkActions } from "../harness/link-actions"
import { eventually, pauseAtWrite } from "../harness/pause-at-write"
import { Prices } from "../harness/prices"
import { readTotals } from "../harness/read-totals"
import { refundActions } from "../harness/refund-actions"
import { withStore } from "../harness/with-store"

withStore((store) => {
  const { cancel, fail, requests } = refundActions(store)
  const { chosen, complete, told, payUnheard, ...actions } = cartActions(store)
  const pay = actions.payUnsettled
  const { leftOrder, linkOrder } = leftovers(store)
  const orders = () => store.container.resolve(Modules.ORDER)

  const dated = (order: string, ms: number) =>
    store
      .db("order")
      .where({ id: order })
      .update({ created_at: new Date(Date.now() + ms) })

  /** The payment is placed, by the only order that there is, which is the cart's. */
  async function isPlaced(cartId: string, reference: string) {
    const { outcome, order_id } = await store.row(reference)
    expect(outcome).toBe("placed")
    const all = await store.orders()
    expect(all.map(({ id, cart }) => [id, cart?.id])).toEqual([
      [order_id, cartId],
    ])
    return String(order_id)
  }

  describe("the order that a killed completion has left", () => {
    it.each([
      ["5 minutes ahead", 5 * MINUTE],
      ["a year behind", -365 * 24 * 60 * MINUTE],
    ])("is found when its process's clock was %s", async (_, ms) => {
      const { cartId, reference } = await store.beginCheckout()
      await pay(reference)
      await dated(await leftOrder(cartId), ms)
      await store.runJob("reconcile")
      await isPlaced(cartId, reference)
    })

    it("is found when it was left for an earlier checkout of the same cart", async () => {
      const { cartId, reference } = await store.beginCheckout()
      await dated(await leftOrder(cartId), -MINUTE)
      await store
        .db("instalments_checkout")
        .where({ id: reference })
        .update({ created_at: new Date(Date.now() - 2 * MINUTE) })
      await store.passTime(31 * MINUTE)
      const { data } = await chosen(cartId)
      expect(data.reference).not.toBe(reference)
      await pay(data.reference)
      await store.runJob("reconcile")
      await isPlaced(cartId, data.reference)
    })

    it("is rolled back, too, when it comes while settling waits for the cart's lock", async () => {
      const { cartId, reference } = await store.beginCheckout()
      await pay(reference)
      const locking = store.container.resolve(Modules.LOCKING)
      const acquire = locking.acquire.bind(locking)
      jest.spyOn(locking, "acquire").mockImplementationOnce(async (...all) => {
        await leftOrder(cartId)
        return acquire(...all)
      })
      await store.runJob("reconcile")
      await isPlaced(cartId, reference)
    })

    it("is not told to the shopper who completes the cart, but 409 while settling rests, then the one that is paid", async () => {
      const { cartId, reference } = await store.beginCheckout()
      const left = await leftOrder(cartId)
      await linkOrder(left, cartId)
      await pay(reference)
      const row = store.db("instalments_checkout").where({ id: reference })
      await row.clone().update({
        settle_attempts: 1,
        next_check_at: new Date(store.ledger.now() + MINUTE),
      })
      const resting = await complete(cartId)
      expect([resting.status, resting.data.order]).toEqual([409, undefined])
      await store.passTime(2 * MINUTE)
      const { data } = await complete(cartId)
      expect(data.type).toBe("order")
      expect(data.order.id).not.toBe(left)
      expect(await isPlaced(cartId, reference)).toBe(data.order.id)
    })

    it.each([
      ["linked to its cart", true],
      ["not linked yet", false],
    ])(
      "is paid by nobody in the shop, by a link or by hand when it is %s, as its payment has arrived",
      async (_, isLinked) => {
        const { cartId, reference } = await store.beginCheckout()
        await pay(reference)
        const order_id = await leftOrder(cartId)
        if (isLinked) {
          await linkOrder(order_id, cartId)
        } else {
          expect(await told(order_id)).toEqual({
            ...{ status: "pending", order_id: null, payment_url: null },
          })
        }
        const link = await store.adminPost(
          linkActions(store).adminPath(order_id)
        )
        expect([link.status, link.data.message]).toEqual([
          409,
          expect.stringContaining(`Look at checkout ${reference} before`),
        ])
        const { data: made } = await store.adminPost(
          "/admin/payment-collections",
          { order_id, amount: 433.35 }
        )
        const { id } = made.payment_collection
        const marked = await store.adminPost(
          `/admin/payment-collections/${id}/mark-as-paid`,
          { order_id }
        )
        expect([marked.status, marked.data.message]).toEqual([
          400,
          expect.stringContaining("It was not marked as paid."),
        ])
        const { status, data } = await store.post(
          `/store/payment-collections/${id}/payment-sessions`,
          { provider_id: PROVIDER_ID }
        )
        expect([status, data.message]).toEqual([
          400,
          expect.stringContaining("A payment for this order has arrived"),
        ])
        expect(await store.ledger.listCheckouts({})).toHaveLength(1)
      }
    )

    it("gets no link when a merchant has edited it, before its cart is paid and after that became the paid order beside it", async () => {
      const { cartId, reference } = await store.beginCheckout()
      const left = await leftOrder(cartId)
      await linkActions(store).oneMore(left)
      const hasNoLink = async () => {
        const path = linkActions(store).adminPath(left)
        const { status, data } = await store.adminPost(path)
        expect([status, data.message]).toEqual([
          409,
          expect.stringContaining("was left unfinished"),
        ])
      }
      await hasNoLink()
      await pay(reference)
      await store.runJob("reconcile")
      const { outcome, order_id } = await store.row(reference)
      expect(outcome).toBe("placed")
      expect(order_id).not.toBe(left)
      const placed = (await store.orders()).find(({ id }) => id === order_id)
      expect(placed!.payment_collections[0]!.payments).toHaveLength(1)
      await hasNoLink()
    })

    it("gets no link when its cart is also linked to an order that core has deleted", async () => {
      const { cartId } = await store.beginCheckout()
      const left = await leftOrder(cartId)
      await linkActions(store).oneMore(left)
      await linkOrder("order_that_is_gone", cartId)
      const path = linkActions(store).adminPath(left)
      const { status, data } = await store.adminPost(path)
      expect([status, data.message]).toEqual([
        409,
        expect.stringContaining("was left unfinished"),
      ])
    })

    it("is looked for by an index, also among many orders", async () => {
      const { db } = store
      await db.raw(`
        insert into "order" (id, currency_code, metadata)
        select 'order_' || n, 'zar', case when n % 2 = 0 then
          jsonb_build_object('${CART_MARK}', 'cart_' || n) end
        from generate_series(1, 20000) as n`)
      await db.raw('analyze "order"')
      const asked: string[] = []
      const note = ({ sql }: { sql: string }) => void asked.push(sql)
      db.on("query", note)
      const of = { id: "inst_1", cart_id: "cart_10000" }
      await readMarkedOrders(of, store.container)
      db.removeListener("query", note)
      const sql = asked.find((statement) => statement.includes(CART_MARK))
      const { rows } = await db.raw(`explain ${sql}`)
      expect(JSON.stringify(rows)).toContain("IDX_instalments_order_cart_mark")
    })
  })

  describe("what only looks like such an order stays:", () => {
    it("a copy that a shop made of a placed order with its mark, which gets a link, also when the placed one is cancelled and an old page is paid", async () => {
      const old = await store.beginCheckout()
      await store.passTime(21 * MINUTE)
      const { data } = await chosen(old.cartId)
      await store.sandbox.pay(data.reference)
      const [first] = await store.orders({ cart_id: old.cartId })
      const copy = await leftOrder(old.cartId)
      const path = linkActions(store).adminPath(copy)
      expect((await store.adminPost(path)).status).toBe(200)
      expect((await cancel(first!)).status).toBe(200)
      await store.sandbox.pay(old.reference)
      expect(await store.row(old.reference)).toMatchObject({
        outcome: "returned",
      })
      const standing = (await store.orders()).map(({ id }) => id)
      expect(standing.sort()).toEqual([first!.id, copy].sort())
    })

    it("the order of another cart to which a shopper gave this cart's mark", async () => {
      const other = await store.buy()
      const { cartId, reference } = await store.beginCheckout()
      const metadata = { [CART_MARK]: cartId }
      await orders().updateOrders([{ id: other.order.id, metadata }])
      const of = { id: reference, cart_id: cartId }
      expect(await readMarkedOrders(of, store.container)).toEqual([])
      await pay(reference)
      await store.runJob("reconcile")
      expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
      expect(await store.orders()).toHaveLength(2)
    })

    it("the order of a completion that is under way", async () => {
      const { cartId, reference } = await store.beginCheckout()
      await pay(reference)
      const payment = await pauseAtWrite(store.db, "payment")
      const completing = complete(cartId)
      await payment.reached()
      const made = await store.orders()
      expect(made).toHaveLength(1)
      const locking = store.container.resolve(Modules.LOCKING)
      const asked = jest.spyOn(locking, "acquire")
      const checkout = await store.row(reference)
      const mending = repairCompletion(
        { ...checkout, cart_id: cartId },
        store.container
      )
      let mended = false
      void mending.then(() => (mended = true))
      // A second request for the lock means that the first was refused.
      await eventually(() => mended || asked.mock.calls.length > 1)
      expect(mended).toBe(false)
      await payment.resume()
      await Promise.all([completing, mending])
      asked.mockRestore()
      await store.runJob("reconcile")
      expect(await isPlaced(cartId, reference)).toBe(made[0]!.id)
      const [order] = await store.orders()
      expect(order!.payment_collections[0]!.payments).toHaveLength(1)
    })
  })

  describe("an order whose payment was captured and not booked", () => {
    const leftUnbooked = async () => {
      const { cartId, reference } = await store.beginCheckout()
      await pay(reference)
      const id = await completeUnsettled(store, cartId)
      const booked = await orders().listOrderTransactions({ order_id: id })
      await orders().deleteOrderTransactions(booked.map((one) => one.id))
      return { id, reference }
    }

    it("has it booked, also when a merchant has completed or archived it meanwhile", async () => {
      for (const status of ["completed", "archived"] as const) {
        const { id, reference } = await leftUnbooked()
        await orders().updateOrders([{ id, status }])
        await store.runJob("reconcile")
        expect(await store.row(reference)).toMatchObject({
          ...{ outcome: "placed", order_id: id },
        })
        expect(await readTotals(store, id)).toMatchObject({
          transactions: [1399.55],
        })
      }
    })

    it.each([
      ["cancels", false],
      ["cancels and archives", true],
    ])(
      "keeps its payment, which has gone back, when a merchant %s it, and tells of that refund when it fails",
      async (_, isArchived) => {
        const { id, reference } = await leftUnbooked()
        expect((await cancel({ id })).status).toBe(200)
        expect(await store.row(reference)).toMatchObject({ outcome: "open" })
        if (isArchived) {
          const path = `/admin/orders/${id}/archive`
          expect((await store.adminPost(path)).status).toBe(200)
        }
        const said: string[] = []
        const bus = store.container.resolve(Modules.EVENT_BUS)
        const spy = jest.spyOn(bus, "emit").mockImplementation(async (all) => {
          said.push(...[all].flat().map(({ name }) => name))
        })
        await store.runJob("reconcile")
        spy.mockRestore()
        expect(await store.row(reference)).toMatchObject({
          ...{ outcome: "placed", order_id: id },
        })
        expect(said).not.toContain("order.placed")
        expect(await requests()).toMatchObject([{ amount: 139_955 }])
        const { transactions, ...totals } = await readTotals(store, id)
        expect(transactions.sort()).toEqual([-1399.55, 1399.55])
        expect(totals).toMatchObject({
          ...{ paid_total: 1399.55, refunded_total: 1399.55 },
        })
        await store.passTime(24 * 60 * MINUTE)
        await store.runJob("refunds")
        await fail()
        expect(await store.ledger.attention.read()).toContainEqual(
          expect.objectContaining({ kind: "failed-refund", amount: 139_955 })
        )
      }
    )
  })

  // Core deletes the order of a completion that failed, also when it could not take
  // back the link of the cart to it. It answers that order from then on, and makes none.
  describe("the link of a cart to an order that is gone does not keep the payment from its order", () => {
    const byWorkflow = (id: string) =>
      completeCartWorkflow(store.container).run({
        input: { id },
        throwOnError: false,
      })
    const linked = (cart_id: string) =>
      store.db("order_cart").where({ cart_id, deleted_at: null })

    /** Core's next completion fails, and cannot take back the links of its order. */
    function failOnce(
      method: "authorizePaymentSession" | "addOrderTransactions"
    ) {
      const away = new Error("The database is away")
      const module =
        method === "addOrderTransactions" ? Modules.ORDER : Modules.PAYMENT
      jest
        .spyOn(store.container.resolve<object>(module), method as never)
        .mockRejectedValueOnce(away as never)
      const link = store.container.resolve(ContainerRegistrationKeys.LINK)
      return jest.spyOn(link, "dismiss").mockRejectedValueOnce(away)
    }

    async function isLinkToNothing(cartId: string) {
      expect(await linked(cartId)).toHaveLength(1)
      expect(await store.orders()).toEqual([])
    }

    /** There is one order, and its books are found by the payment. */
    async function hasOneOrder(cartId: string, reference: string) {
      const order_id = await isPlaced(cartId, reference)
      const [order] = await store.orders()
      const [payment, ...twice] = order!.payment_collections[0]!.payments
      expect(twice).toEqual([])
      await tomorrowMorning(store)
      const path = `/admin/payments/${payment!.id}/refund`
      expect((await store.adminPost(path, { amount: 100 })).status).toBe(200)
      expect(await requests()).toMatchObject([
        { status: "requested", booked: { order_id } },
      ])
    }

    it("when the store's own code has left it before the payment; the browser that completes the cart again is told the order", async () => {
      const { cartId, reference } = await store.beginCheckout()
      await pay(reference)
      failOnce("authorizePaymentSession")
      await byWorkflow(cartId)
      await isLinkToNothing(cartId)
      const { data } = await complete(cartId)
      expect(data).toMatchObject({ type: "order", order: {} })
      expect((await store.row(reference)).order_id).toBe(data.order.id)
      await hasOneOrder(cartId, reference)
    })

    it.each(["browser", "job"])(
      "when the settling of the %s has left it after the payment",
      async (who) => {
        const { cartId, reference } = await store.beginCheckout()
        await pay(reference)
        const dismissed = failOnce("addOrderTransactions")
        await (who === "job" ? store.runJob("reconcile") : complete(cartId))
        expect(dismissed).toHaveBeenCalled()
        await store.passTime(5 * MINUTE)
        await store.runJob("reconcile")
        await hasOneOrder(cartId, reference)
      }
    )

    it("when the cart was to be paid in another way before", async () => {
      const cartId = await store.fillCart()
      await chosen(cartId, TRANSFER)
      failOnce("authorizePaymentSession")
      await byWorkflow(cartId)
      await isLinkToNothing(cartId)
      const { data } = await chosen(cartId)
      await store.sandbox.pay(data.reference)
      await hasOneOrder(cartId, data.reference)
    })

    it("when only the link of the cart stayed", async () => {
      const { cartId, reference } = await store.beginCheckout()
      await pay(reference)
      jest
        .spyOn(
          store.container.resolve(Modules.PAYMENT),
          "authorizePaymentSession"
        )
        .mockRejectedValueOnce(new Error("The database is away"))
      // The insert is two, as it may also update.
      await failingOnce(store, { writer: ["order_cart"], nth: 3 }, () =>
        completeUnsettled(store, cartId)
      ).catch(() => null)
      await isLinkToNothing(cartId)
      await store.runJob("reconcile")
      await hasOneOrder(cartId, reference)
    })

    it.each<[string, (id: string) => Promise<unknown>]>([
      ["archived", (id) => orders().updateOrders(id, { status: "archived" })],
      ["cancelled", (id) => orders().cancel(id)],
      ["deleted softly", (id) => orders().softDeleteOrders([id])],
    ])(
      "though a placed order that is %s is not made a second time by a second payment",
      async (_, change) => {
        const { cartId, reference } = await store.beginCheckout()
        await store.passTime(60 * MINUTE)
        const { data: second } = await chosen(cartId)
        await store.sandbox.pay(reference)
        const { order_id } = await store.row(reference)
        await change(String(order_id))
        await store.sandbox.pay(second.reference)
        for (let run = 0; run < 8; run++) {
          await store.passTime(20 * MINUTE)
          await store.runJob("reconcile")
        }
        expect(await linked(cartId)).toMatchObject([{ order_id }])
        expect(await store.db("order").select("id")).toEqual([{ id: order_id }])
        expect(await store.row(second.reference)).toMatchObject({
          outcome: "returned",
        })
      }
    )
  })

  // Core counts a code's use as it completes a cart, before it takes the payment.
  describe("the uses of a code, when the process that completes a paid cart is killed", () => {
    const promotions = () => store.container.resolve(Modules.PROMOTION)

    /** Makes the code TENTH, which takes 10 % off. */
    const makeCode = (limits: { limit?: number; campaign_id?: string }) =>
      new Prices(store).code(
        "TENTH",
        {
          ...{ type: "percentage", value: 10, target_type: "items" },
          ...{ allocation: "across", currency_code: "zar" },
        },
        limits
      )

    async function makeCampaign(budget: CreateCampaignDTO["budget"]) {
      const { result } = await createCampaignsWorkflow(store.container).run({
        input: {
          campaignsData: [
            { name: "Spring", campaign_identifier: "spring", budget },
          ],
        },
      })
      await makeCode({ campaign_id: result[0]!.id })
    }

    /** Another shopper has used the code an hour ago. */
    async function makeUsedCode(limit: number) {
      await makeCode({ limit })
      await store
        .db("promotion")
        .where({ code: "TENTH" })
        .update({ used: 1, updated_at: new Date(Date.now() - 60 * MINUTE) })
    }

    const used = async () => {
      const [promotion] = await promotions().listPromotions({ code: "TENTH" })
      return promotion!.used
    }

    /** A shopper pays with the code; the store learns of it only by its job. */
    async function payWithCode() {
      const cartId = await store.fillCart()
      const { data } = await store.post(`/store/carts/${cartId}/promotions`, {
        promo_codes: ["TENTH"],
      })
      expect(data.cart.discount_total).toBeGreaterThan(0)
      const session = await chosen(cartId)
      const reference = String(session.data.reference)
      await payUnheard(reference)
      await store.passTime(61 * MINUTE)
      return { cartId, reference }
    }

    const linked = async () => {
      const query = store.container.resolve(ContainerRegistrationKeys.QUERY)
      const { data } = await query.graph({
        entity: "order_promotion",
        fields: ["order_id"],
      })
      return data.map(({ order_id }) => order_id)
    }

    /** Core's next call of a module's method, which stands for a table's write. */
    const next = (module: string, method: string) =>
      jest.spyOn(
        store.container.resolve<Record<string, () => Promise<unknown>>>(module),
        method
      )

    /** A paid cart is completed, and what does it stops at a call for good. */
    async function isPlacedThoughKilledAt(module: string, method: string) {
      const { cartId, reference } = await payWithCode()
      await markCart(cartId, store.container)
      const stopped = new Promise<void>((reached) =>
        next(module, method).mockImplementationOnce(() => {
          reached()
          return new Promise(() => {})
        })
      )
      void completeCartWorkflow(store.container).run({ input: { id: cartId } })
      await stopped
      // What core writes beside it is there.
      expect(await eventually(async () => (await linked()).length > 0)).toBe(
        true
      )
      // As another process, after the locks of the killed one have expired.
      await store.container.resolve(Modules.LOCKING).releaseAll()
      await store
        .db("workflow_execution")
        .where({ state: "invoking" })
        .update({ state: "failed" })
      await isSettled(reference)
    }

    async function isSettled(reference: string) {
      await store.runJob("reconcile")
      await store.passTime(30 * MINUTE)
      await store.runJob("reconcile")
      expect(await store.row(reference)).toMatchObject({
        ...{ outcome: "placed", held_reason: null },
      })
      const all = await store.orders()
      expect(all).toHaveLength(1)
      expect(await linked()).toEqual(all.map(({ id }) => id))
    }
    const BEFORE_PAYMENT = [Modules.PAYMENT, "authorizePaymentSession"] as const

    it("leave the last one to who has paid, and another shopper's use stays", async () => {
      await makeUsedCode(2)
      await isPlacedThoughKilledAt(...BEFORE_PAYMENT)
      expect(await used()).toBe(2)
    })

    it("leave the only one of each shopper to who has paid", async () => {
      await makeCampaign({
        type: "use_by_attribute",
        attribute: "customer_email",
        limit: 1,
      })
      await isPlacedThoughKilledAt(...BEFORE_PAYMENT)
    })

    it("count a campaign's money once for the order that was placed", async () => {
      const budget = { limit: 10_000, currency_code: "zar" }
      await makeCampaign({ type: "spend", ...budget })
      await isPlacedThoughKilledAt(...BEFORE_PAYMENT)
      const [campaign] = await promotions().listCampaigns(
        {},
        { relations: ["budget"] }
      )
      // 10 % of three mugs of R 433.35.
      expect(Number(campaign!.budget!.used)).toBeCloseTo(130.0, 1)
    })

    it("keep another shopper's when this one's is not counted yet", async () => {
      await makeUsedCode(3)
      await isPlacedThoughKilledAt(Modules.PROMOTION, "registerUsage")
      expect(await used()).toBe(2)
    })

    it("keep another shopper's when core has taken back this one's and cannot delete the order", async () => {
      await makeUsedCode(3)
      const { reference } = await payWithCode()
      const away = new Error("The database is away")
      const { PAYMENT, ORDER } = Modules
      next(PAYMENT, "authorizePaymentSession").mockRejectedValueOnce(away)
      next(ORDER, "deleteOrders").mockRejectedValueOnce(away)
      await isSettled(reference)
      expect(await used()).toBe(2)
    })
  })
})
