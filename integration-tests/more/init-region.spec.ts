import makeRegion from "../../src/cli/init/region"
import { PROVIDER_ID } from "../../src/modules/instalments/name"
import { withStore } from "../harness/with-store"

withStore((store) => {
  let said: string
  beforeEach(async () => {
    said = await init()
  })

  async function init() {
    const print = jest.spyOn(console, "log").mockImplementation()
    try {
      await makeRegion({ container: store.container, args: [] })
      return print.mock.calls.flat().join("\n")
    } finally {
      print.mockRestore()
    }
  }

  it("leaves a store alone that sells in rand already and delivers in a part of South Africa, but for VAT, which it never adds to prices", async () => {
    expect(said).toContain("The region South Africa offers instalments already")
    expect(said).toContain("The store delivers in South Africa already.")
    await store
      .db("geo_zone")
      .update({ type: "province", province_code: "za-wc" })
    await store.db("tax_rate").delete()
    await store.db("tax_region").delete()
    const again = await init()
    expect(again).toContain("The store delivers in South Africa already.")
    expect(again).toContain("South Africa is no tax region")
    expect(await store.db("tax_region")).toEqual([])
  })

  it("makes currency, region with the provider, VAT and a delivery in a store that sells nowhere in South Africa, once, and a shopper buys with it", async () => {
    const { api, db, shop } = store
    const as = { headers: store.admin }
    await api.delete(`/admin/regions/${shop.regionId}`, as)
    await api.delete(`/admin/shipping-options/${shop.shippingOptionId}`, as)
    await db("geo_zone").delete()
    await db("tax_rate").delete()
    await db("tax_region").delete()
    await db("store_currency").delete()
    await init()
    const { data } = await store.adminGet(
      "/admin/regions?fields=name,currency_code,countries.iso_2,payment_providers.id"
    )
    expect(data.regions).toEqual([
      expect.objectContaining({
        name: "South Africa",
        currency_code: "zar",
        countries: [expect.objectContaining({ iso_2: "za" })],
        payment_providers: [expect.objectContaining({ id: PROVIDER_ID })],
      }),
    ])
    const { data: taxes } = await store.adminGet(
      "/admin/tax-regions?country_code=za&fields=*tax_rates"
    )
    expect(taxes.tax_regions).toEqual([
      expect.objectContaining({
        tax_rates: [expect.objectContaining({ rate: 15, is_default: true })],
      }),
    ])
    const { cart } = (
      await store.post("/store/carts", {
        region_id: data.regions[0].id,
        items: [{ variant_id: store.shop.variantId, quantity: 1 }],
        shipping_address: { country_code: "za" },
      })
    ).data
    expect(cart).toMatchObject({ currency_code: "zar", total: 433.35 })
    const { shipping_options } = (
      await store.get(`/store/shipping-options?cart_id=${cart.id}`)
    ).data
    expect(shipping_options).toEqual([
      expect.objectContaining({
        name: "Delivery in South Africa",
        amount: 99,
      }),
    ])
    const before = await countRows(db)
    const again = await init()
    expect(await countRows(db)).toEqual(before)
    expect(again).not.toMatch(/ made| now/)
  })

  it("enables instalments in South Africa's region, keeps its other providers, also one that this Medusa does not have, and touches no other that sells in rand", async () => {
    const { db, shop } = store
    const others = { payment_providers: ["pp_system_default"] }
    await store.adminPost(`/admin/regions/${shop.regionId}`, others)
    await store.adminPost("/admin/regions", {
      ...{ name: "Namibia", currency_code: "zar", countries: ["na"] },
      payment_providers: [PROVIDER_ID],
    })
    const known = () => db("payment_provider")
    await known().where({ id: "pp_system_default" }).update({
      is_enabled: false,
    })
    try {
      expect(await init()).toContain(
        "The region South Africa offers instalments now."
      )
      const links = await db("region_payment_provider")
        .where({ region_id: shop.regionId, deleted_at: null })
        .orderBy("payment_provider_id")
        .pluck("payment_provider_id")
      expect(links).toEqual([PROVIDER_ID, "pp_system_default"])
    } finally {
      await known().update({ is_enabled: true })
    }
  })

  it("makes a region whose prices are without VAT where the store's prices in rand are", async () => {
    const { api, db, shop } = store
    await api.delete(`/admin/regions/${shop.regionId}`, {
      headers: store.admin,
    })
    await db("tax_rate").delete()
    await db("tax_region").delete()
    await db("price_preference")
      .where({ attribute: "currency_code", value: "zar" })
      .update({ is_tax_inclusive: false })
    await init()
    const { data } = await store.adminGet("/admin/regions")
    expect(
      await db("price_preference").where({ value: data.regions[0].id })
    ).toEqual([expect.objectContaining({ is_tax_inclusive: false })])
  })
})

const TABLES = [
  ...["region", "region_payment_provider", "tax_region", "tax_rate"],
  ...["stock_location", "fulfillment_set", "service_zone", "shipping_option"],
  ...["store_currency", "sales_channel_stock_location", "shipping_profile"],
]

async function countRows(db: {
  (table: string): { count(what: string): PromiseLike<unknown> }
}) {
  return Promise.all(TABLES.map((table) => db(table).count("*")))
}
