import type { CreateCampaignDTO } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import {
  completeCartWorkflow,
  createCampaignsWorkflow,
} from "@medusajs/medusa/core-flows"
import { markCart } from "../../src/workflows/medusa-repairs/marked-orders"
import { MINUTE } from "../harness/calendar"
import { eventually } from "../harness/pause-at-write"
import { Prices } from "../harness/prices"
import { chooseInstalments } from "../harness/shopper"
import { withStore } from "../harness/with-store"

// Core counts a code's use as it completes a cart, before it takes the payment.
withStore((store) => {
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
  const usedByAnother = () =>
    store
      .db("promotion")
      .where({ code: "TENTH" })
      .update({ used: 1, updated_at: new Date(Date.now() - 60 * MINUTE) })

  const used = async () => {
    const [promotion] = await promotions().listPromotions({ code: "TENTH" })
    return promotion!.used
  }

  /** A shopper pays with the code; the store learns of it only by its job. */
  async function pay() {
    const cartId = await store.fillCart()
    const { data } = await store.post(`/store/carts/${cartId}/promotions`, {
      promo_codes: ["TENTH"],
    })
    expect(data.cart.discount_total).toBeGreaterThan(0)
    const session = await chooseInstalments(store.api, store.shop, cartId)
    const reference = String(session.data.reference)
    store.sandbox.set({ callbacks: { mode: "never" } })
    await store.sandbox.pay(reference)
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
  async function killedAt(module: string, method: string) {
    const { cartId, reference } = await pay()
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
    expect(await eventually(async () => (await linked()).length > 0)).toBe(true)
    // As another process, after the locks of the killed one have expired.
    await store.container.resolve(Modules.LOCKING).releaseAll()
    await store
      .db("workflow_execution")
      .where({ state: "invoking" })
      .update({ state: "failed" })
    return settled(reference)
  }

  async function settled(reference: string) {
    await store.runJob("reconcile")
    await store.passTime(30 * MINUTE)
    await store.runJob("reconcile")
    const { outcome, held_reason } = await store.row(reference)
    const orders = await store.orders()
    expect(await linked()).toEqual(orders.map(({ id }) => id))
    return { outcome, held_reason, orders: orders.length }
  }
  const PLACED = { outcome: "placed", held_reason: null, orders: 1 }

  describe("when the process that completes a paid cart is killed before the payment", () => {
    const killed = () => killedAt(Modules.PAYMENT, "authorizePaymentSession")

    it("a code of one use still gives its shopper the order that was paid", async () => {
      await makeCode({ limit: 1 })
      expect(await killed()).toEqual(PLACED)
      expect(await used()).toBe(1)
    })

    it("a code of one use for each shopper still gives the order that was paid", async () => {
      await makeCampaign({
        type: "use_by_attribute",
        attribute: "customer_email",
        limit: 1,
      })
      expect(await killed()).toEqual(PLACED)
    })

    it("a campaign's money is counted once for the order that was placed", async () => {
      await makeCampaign({
        type: "spend",
        limit: 10_000,
        currency_code: "zar",
      })
      expect(await killed()).toEqual(PLACED)
      const [campaign] = await promotions().listCampaigns(
        {},
        { relations: ["budget"] }
      )
      // 10 % of three mugs of R 433.35.
      expect(Number(campaign!.budget!.used)).toBeCloseTo(130.0, 1)
    })

    it("another shopper's use stays", async () => {
      await makeCode({ limit: 3 })
      await usedByAnother()
      expect(await killed()).toEqual(PLACED)
      expect(await used()).toBe(2)
    })
  })

  it("another shopper's use stays when the process is killed before this one's is counted", async () => {
    await makeCode({ limit: 3 })
    await usedByAnother()
    expect(await killedAt(Modules.PROMOTION, "registerUsage")).toEqual(PLACED)
    expect(await used()).toBe(2)
  })

  it("another shopper's use stays when core has taken back this one's and cannot delete the order", async () => {
    await makeCode({ limit: 3 })
    await usedByAnother()
    const { reference } = await pay()
    const away = new Error("The database is away")
    next(Modules.PAYMENT, "authorizePaymentSession").mockRejectedValueOnce(away)
    next(Modules.ORDER, "deleteOrders").mockRejectedValueOnce(away)
    expect(await settled(reference)).toEqual(PLACED)
    expect(await used()).toBe(2)
  })
})
