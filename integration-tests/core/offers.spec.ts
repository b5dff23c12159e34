import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { fillCart } from "../harness/shopper"
import { ShopSettings } from "../harness/shop-settings"
import { withStore, type Store } from "../harness/with-store"

const rules = [
  { from_amount: 50_000, to_amount: 100_000, terms: [2, 3] },
  { from_amount: 100_001, to_amount: 500_000, terms: [3, 6] },
]
const offers = "/store/instalments/offer"

withStore((store) => {
  beforeEach(async () => {
    store.sandbox.set({ rules })
    await store.ledger.config.refresh()
    store.sandbox.journal.requests.length = 0
  })

  afterEach(() => {
    // No answer needed a request to the service.
    expect(store.sandbox.journal.requests).toEqual([])
  })

  const offerOf = async (query: string) => {
    const { status, data } = await store.get(`${offers}?${query}`)
    expect(status).toBe(200)
    return data.offer
  }

  it("offers the terms of the band, to the cent, the largest as the headline", async () => {
    expect(await offerOf("amount=1300&currency_code=zar")).toEqual({
      eligible: true,
      reason: null,
      currency_code: "zar",
      amount: 1300,
      terms: [
        { number_of_payments: 3, payments: [433.34, 433.33, 433.33] },
        {
          number_of_payments: 6,
          payments: [216.67, 216.67, 216.67, 216.67, 216.66, 216.66],
        },
      ],
      headline: { number_of_payments: 6, payment: 216.67 },
    })
  })

  it("offers nothing any more once the terms could not be read for three days", async () => {
    const offer = () => offerOf("amount=1300&currency_code=zar")
    await store.passTime(71 * 3_600_000)
    expect(await offer()).toMatchObject({ eligible: true })
    await store.passTime(2 * 3_600_000)
    expect(await offer()).toMatchObject({
      eligible: false,
      reason: "unavailable",
    })
  })

  it("offers both edges of a band its terms", async () => {
    const counts = async (amount: string) => {
      const { terms } = await offerOf(`amount=${amount}&currency_code=ZAR`)
      return terms.map((term: Record<string, unknown>) => {
        return term.number_of_payments
      })
    }
    expect(await counts("500")).toEqual([2, 3])
    expect(await counts("1000")).toEqual([2, 3])
    expect(await counts("1000.01")).toEqual([3, 6])
    expect(await counts("5000")).toEqual([3, 6])
  })

  it.each([
    [
      "amount=499.55&currency_code=zar",
      { reason: "below_minimum", missing: 0.45 },
    ],
    ["amount=0&currency_code=zar", { reason: "below_minimum", missing: 500 }],
    ["amount=5000.01&currency_code=zar", { reason: "above_maximum" }],
    ["amount=1300&currency_code=eur", { reason: "currency" }],
    ["cart_id=cart_that_is_gone", { reason: "unavailable", amount: null }],
  ])("offers nothing for ?%s and says why", async (query, why) => {
    expect(await offerOf(query)).toMatchObject({
      eligible: false,
      terms: [],
      headline: null,
      ...why,
    })
  })

  it("offers the total of a cart, with its shipping", async () => {
    const cartId = await fillCart(store.api, store.shop)
    const offer = await offerOf(`cart_id=${cartId}`)
    expect(offer).toMatchObject({
      eligible: true,
      currency_code: "zar",
      amount: 1399.55,
      headline: { number_of_payments: 6, payment: 233.26 },
    })
  })

  it("follows the cart", async () => {
    const cartId = await fillCart(store.api, store.shop)
    await store.post(`/store/carts/${cartId}/line-items`, {
      variant_id: store.shop.variantId,
      quantity: 10,
    })
    expect(await offerOf(`cart_id=${cartId}`)).toMatchObject({
      eligible: false,
      reason: "above_maximum",
      amount: 5733.05,
    })
  })

  it("promises nothing for a cart whose region has no instalments, and offers once it has", async () => {
    const shop = new ShopSettings(store)
    const cartId = await fillCart(store.api, store.shop)
    await shop.accept(["pp_system_default"])
    expect(await offerOf(`cart_id=${cartId}`)).toMatchObject({
      eligible: false,
      reason: "unavailable",
      terms: [],
    })
    await shop.open()
    expect(await offerOf(`cart_id=${cartId}`)).toMatchObject({ eligible: true })
  })

  it("offers nothing while no config is known, and does not let that be cached", async () => {
    await forgetConfig(store)
    const { data, status, headers } = await store.get(
      `${offers}?amount=1300&currency_code=zar`
    )
    expect(status).toBe(200)
    expect(data.offer).toMatchObject({ eligible: false, reason: "unavailable" })
    expect(headers["cache-control"]).toBe("no-store")
  })

  it("offers by the stored config after the hour in which it was fresh", async () => {
    await store.passTime(2 * 3_600_000)
    const offer = await offerOf("amount=1300&currency_code=zar")
    expect(offer.eligible).toBe(true)
  })

  it("refuses bad input in words", async () => {
    for (const query of [
      "",
      "?amount=1300",
      "?amount=13,00&currency_code=zar",
      "?amount=1300&currency_code=rand",
      "?amount=1300&currency_code=zar&cart_id=cart_1",
    ]) {
      const { status, data } = await store.get(offers + query)
      expect([query, status, data.type]).toEqual([query, 400, "invalid_data"])
      expect(data.message).toMatch(/^[A-Za-z].*\.$/)
    }
  })

  it("lets browsers and CDNs keep an answer for an amount for a minute", async () => {
    const path = `${offers}?amount=1300&currency_code=zar`
    const { headers } = await store.get(path)
    expect(headers["cache-control"]).toBe("public, max-age=60")
    const known = { ...store.shop.headers, "if-none-match": headers.etag }
    const again = await store.api.get(path, {
      headers: known,
      validateStatus: () => true,
    })
    expect(again).toMatchObject({ status: 304, data: "" })
    expect(again.headers.etag).toBe(headers.etag)
  })

  it("gives a new ETag once the config has changed", async () => {
    const path = `${offers}?amount=1300&currency_code=zar`
    const { headers } = await store.get(path)
    store.sandbox.set({ rules: [{ ...rules[1]!, terms: [3] }] })
    await store.ledger.config.refresh()
    const after = await store.get(path)
    expect(after.headers.etag).not.toBe(headers.etag)
    store.sandbox.journal.requests.length = 0
  })

  it("does not let shared caches keep the answer for a cart", async () => {
    const cartId = await fillCart(store.api, store.shop)
    const { headers } = await store.get(`${offers}?cart_id=${cartId}`)
    expect(headers["cache-control"]).toBe("private, max-age=0, no-cache")
  })
})

/** A store that has never reached the service. */
async function forgetConfig(store: Store) {
  const db: Knex = store.container.resolve(
    ContainerRegistrationKeys.PG_CONNECTION
  )
  await db("instalments_kept_value").where({ id: "config" }).delete()
  // A process keeps the config in memory for half a minute.
  store.ledger.options.clockOffset += 60_000
}
