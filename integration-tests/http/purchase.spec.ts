import { medusaIntegrationTestRunner } from "@medusajs/test-utils"
import { INSTALMENTS_MODULE } from "../../src/modules/instalments"
import { signTestCallback } from "../../src/modules/instalments/callback/sign-test-callback"
import type { InstalmentsModuleService } from "../../src/modules/instalments/service"
import { startSandbox } from "../../src/sandbox"
import { seedShop, type Shop } from "./seed-shop"
import { chooseInstalments, fillCart } from "./shopper"

const SANDBOX_PORT = 4123
const secrets = {
  clientSecret: "sandbox-client-secret",
  signingSecret: "sandbox-signing-secret",
}
// medusa-config.ts reads this when the store of these tests boots.
process.env.INSTALMENTS_BASE_URL = `http://127.0.0.1:${SANDBOX_PORT}`

let sandbox: Awaited<ReturnType<typeof startSandbox>> | undefined

medusaIntegrationTestRunner({
  inApp: true,
  testSuite: ({ api, getContainer }) => {
    let shop: Shop

    beforeAll(async () => {
      sandbox = await startSandbox({ port: SANDBOX_PORT, ...secrets })
    })
    afterAll(() => sandbox?.close())
    beforeEach(async () => {
      shop = await seedShop(getContainer())
    })

    /** Delivers a callback as the service would; never throws on a status. */
    function deliver(callback: Record<string, unknown>, key?: string) {
      const body = JSON.stringify(callback)
      const signed = signTestCallback(body, key ?? secrets.signingSecret)
      return api.post("/hooks/instalments", body, {
        headers: { "content-type": "application/json", ...signed },
        validateStatus: () => true,
      })
    }

    function ledgerRow(reference: string) {
      const ledger: InstalmentsModuleService =
        getContainer().resolve(INSTALMENTS_MODULE)
      return ledger.retrieveCheckout(reference)
    }

    async function orders() {
      const query = getContainer().resolve("query")
      const { data } = await query.graph({
        entity: "order",
        fields: [
          "id",
          "total",
          "payment_collections.status",
          "payment_collections.payments.captures.amount",
        ],
      })
      // As an HTTP answer would show them: Medusa's amounts are BigNumbers.
      return JSON.parse(JSON.stringify(data)) as { id: string }[]
    }

    it("shows the browser only the public keys of a checkout", async () => {
      const cartId = await fillCart(api, shop)
      const session = await chooseInstalments(api, shop, cartId)
      expect(Object.keys(session.data).sort()).toEqual([
        "amount",
        "currency",
        "payment_url",
        "presentation",
        "reference",
        "status",
      ])
      expect(session.data.amount).toBe(139955)
    })

    it("gives the same payable state the same checkout", async () => {
      const cartId = await fillCart(api, shop)
      const first = await chooseInstalments(api, shop, cartId)
      const second = await chooseInstalments(api, shop, cartId)
      expect(second.data.reference).toBe(first.data.reference)
    })

    it("places one paid order for twenty callbacks at once", async () => {
      const cartId = await fillCart(api, shop)
      const { data } = await chooseInstalments(api, shop, cartId)
      const callback = {
        client_reference_id: data.reference,
        status: "successful",
        number_of_payments: 3,
      }
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => deliver(callback))
      )
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
      const placed = await orders()
      expect(placed).toHaveLength(1)
      expect(answers[0]!.data.redirect_url).toContain(placed[0]!.id)
      expect(placed[0]).toMatchObject({
        total: 1399.55,
        payment_collections: [
          {
            status: "completed",
            payments: [{ captures: [{ amount: 1399.55 }] }],
          },
        ],
      })
      expect(await ledgerRow(data.reference)).toMatchObject({
        outcome: "placed",
        order_id: placed[0]!.id,
        number_of_payments: 3,
      })
    })

    it("does not believe a callback signed by another key", async () => {
      const cartId = await fillCart(api, shop)
      const { data } = await chooseInstalments(api, shop, cartId)
      const answer = await deliver(
        { client_reference_id: data.reference, status: "successful" },
        "another-signing-key"
      )
      expect(answer.status).toBe(401)
      expect(await orders()).toEqual([])
      expect(await ledgerRow(data.reference)).toMatchObject({
        status: "received",
      })
    })

    it("keeps a cart that is not paid yet, in words for the shopper", async () => {
      const cartId = await fillCart(api, shop)
      await chooseInstalments(api, shop, cartId)
      const { data } = await api.post(
        `/store/carts/${cartId}/complete`,
        {},
        { headers: shop.headers }
      )
      expect(data.type).toBe("cart")
      expect(data.error.message).toContain("not complete yet")
    })

    it("places the order of a shopper who switched the method after paying", async () => {
      const cartId = await fillCart(api, shop)
      const { data } = await chooseInstalments(api, shop, cartId)
      const { data: found } = await api.post(
        "/store/payment-collections",
        { cart_id: cartId },
        { headers: shop.headers }
      )
      await api.post(
        `/store/payment-collections/${found.payment_collection.id}/payment-sessions`,
        { provider_id: "pp_system_default" },
        { headers: shop.headers }
      )
      const answer = await deliver({
        client_reference_id: data.reference,
        status: "successful",
      })
      expect(answer.status).toBe(200)
      expect(await ledgerRow(data.reference)).toMatchObject({
        outcome: "placed",
      })
      expect(await orders()).toHaveLength(1)
    })

    it("returns the money of a cart whose total changed after paying", async () => {
      const cartId = await fillCart(api, shop)
      const { data } = await chooseInstalments(api, shop, cartId)
      await api.post(
        `/store/carts/${cartId}/line-items`,
        { variant_id: shop.variantId, quantity: 1 },
        { headers: shop.headers }
      )
      await deliver({
        client_reference_id: data.reference,
        status: "successful",
      })
      expect(await ledgerRow(data.reference)).toMatchObject({
        outcome: "returned",
        held_reason: expect.stringContaining("139955 cents were paid"),
      })
      expect(await orders()).toEqual([])
    })
  },
})
