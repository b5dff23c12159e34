import { cartActions } from "../harness/cart-actions"
import { fillCart } from "../harness/shopper"
import { ShopSettings } from "../harness/shop-settings"
import { withStore } from "../harness/with-store"

const HOUR = 3_600_000
const rules = [
  { from_amount: 50_000, to_amount: 100_000, terms: [2, 3] },
  { from_amount: 100_001, to_amount: 500_000, terms: [3, 6] },
]
const offers = "/store/instalments/offer"

withStore((store) => {
  const { oneMore } = cartActions(store)

  beforeEach(async () => {
    store.sandbox.set({ rules })
    await store.ledger.config.refresh()
    store.sandbox.journal.requests.length = 0
  })

  afterEach(() => {
    // No answer needed a request to the service.
    expect(store.sandbox.journal.requests).toEqual([])
  })

  const AMOUNT = "amount=1300&currency_code=zar"
  const ask = (query: string, headers = {}) =>
    store.get(`${offers}?${query}`, headers)
  const offerOf = async (query: string) => {
    const { status, data } = await ask(query)
    expect(status).toBe(200)
    return data.offer
  }
  const NOTHING = { eligible: false, terms: [], headline: null }

  it("are the terms of the band, to the cent, the largest as the headline", async () => {
    expect(await offerOf(AMOUNT)).toEqual({
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

  it("of an amount may be kept by browsers and CDNs for a minute, and are others once the config has changed", async () => {
    const { headers } = await ask(AMOUNT)
    expect(headers["cache-control"]).toBe("public, max-age=60")
    const again = await ask(AMOUNT, { "if-none-match": headers.etag })
    expect(again).toMatchObject({ status: 304, data: "" })
    expect(again.headers.etag).toBe(headers.etag)
    store.sandbox.set({ rules: [{ ...rules[1]!, terms: [3] }] })
    await store.ledger.config.refresh()
    const after = await ask(AMOUNT)
    expect(after.headers.etag).not.toBe(headers.etag)
    store.sandbox.journal.requests.length = 0
  })

  it("reach from one edge of a band to the other; outside of all they say why there is nothing", async () => {
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
    for (const [query, why] of [
      [
        "amount=499.55&currency_code=zar",
        { reason: "below_minimum", missing: 0.45 },
      ],
      ["amount=0&currency_code=zar", { reason: "below_minimum", missing: 500 }],
      ["amount=5000.01&currency_code=zar", { reason: "above_maximum" }],
      ["amount=1300&currency_code=eur", { reason: "currency" }],
      ["cart_id=cart_that_is_gone", { reason: "unavailable", amount: null }],
    ] as const) {
      expect(await offerOf(query)).toMatchObject({ ...NOTHING, ...why })
    }
  })

  it("are for the total of a cart, with its shipping, follow the cart, and are no shared cache's", async () => {
    const cartId = await fillCart(store.api, store.shop)
    const { data, headers } = await ask(`cart_id=${cartId}`)
    expect(data.offer).toMatchObject({
      eligible: true,
      currency_code: "zar",
      amount: 1399.55,
      headline: { number_of_payments: 6, payment: 233.26 },
    })
    expect(headers["cache-control"]).toBe("private, max-age=0, no-cache")
    await oneMore(cartId)
    expect(await offerOf(`cart_id=${cartId}`)).toMatchObject({
      ...{ eligible: true, amount: 1832.9 },
    })
  })

  it("are none for a cart whose region has no instalments, until it has", async () => {
    const shop = new ShopSettings(store)
    const cartId = await fillCart(store.api, store.shop)
    await shop.accept(["pp_system_default"])
    expect(await offerOf(`cart_id=${cartId}`)).toMatchObject({
      ...{ ...NOTHING, reason: "unavailable" },
    })
    await shop.open()
    expect(await offerOf(`cart_id=${cartId}`)).toMatchObject({ eligible: true })
  })

  it("go on by the stored config for three days in which the terms could not be read, then stop", async () => {
    for (const hours of [2, 69]) {
      await store.passTime(hours * HOUR)
      expect(await offerOf(AMOUNT)).toMatchObject({ eligible: true })
    }
    await store.passTime(2 * HOUR)
    expect(await offerOf(AMOUNT)).toMatchObject({
      ...{ eligible: false, reason: "unavailable" },
    })
  })

  it("are none while no config is known, which is not cached", async () => {
    await store.db("instalments_kept_value").where({ id: "config" }).delete()
    // A process keeps the config in memory for half a minute.
    store.ledger.options.clockOffset += 60_000
    const { data, status, headers } = await ask(AMOUNT)
    expect(status).toBe(200)
    expect(data.offer).toMatchObject({ eligible: false, reason: "unavailable" })
    expect(headers["cache-control"]).toBe("no-store")
  })

  it("refuse bad input in words", async () => {
    for (const query of ["", "amount=13,00&currency_code=zar"]) {
      const { status, data } = await ask(query)
      expect([query, status, data.type]).toEqual([query, 400, "invalid_data"])
      expect(data.message).toMatch(/^[A-Za-z].*\.$/)
    }
  })
})
