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

  it("leaves a store alone that sells in rand already, but for VAT", async () => {
    expect(said).toContain("The region South Africa offers instalments already")
    expect(said).toContain("South Africa has a delivery already, Courier.")
  })

  describe("in a store that sells nowhere in South Africa", () => {
    beforeEach(async () => {
      const { api, db, shop } = store
      const as = { headers: store.admin }
      await api.delete(`/admin/regions/${shop.regionId}`, as)
      await api.delete(`/admin/shipping-options/${shop.shippingOptionId}`, as)
      await db("geo_zone").delete()
      await db("tax_rate").delete()
      await db("tax_region").delete()
      await db("store_currency").delete()
      said = await init()
    })

    it("makes currency, region with the provider, VAT and a delivery", async () => {
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
    })

    it("lets a shopper buy with it", async () => {
      const { data } = await store.adminGet("/admin/regions")
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
    })

    it("does nothing when it is run again", async () => {
      const rows = () => countRows(store.db)
      const before = await rows()
      const again = await init()
      expect(await rows()).toEqual(before)
      expect(again).not.toMatch(/ made| now/)
    })
  })

  describe("in a store that sells in rand without VAT", () => {
    it("adds no tax to what its shoppers pay", async () => {
      await store.db("tax_rate").delete()
      await store.db("tax_region").delete()
      expect(await init()).toContain("South Africa is no tax region")
      expect(await store.db("tax_region")).toEqual([])
    })
  })

  it("adds no delivery where the store delivers in a part of South Africa", async () => {
    await store
      .db("geo_zone")
      .update({ type: "province", province_code: "za-wc" })
    expect(await init()).toContain(
      "South Africa has a delivery already, Courier."
    )
  })

  it("takes a delivery in another country for none", async () => {
    await store.db("geo_zone").update({ country_code: "na" })
    expect(await init()).toContain("Delivery in South Africa was made")
  })

  it("takes the way back of a return for no delivery", async () => {
    await store.adminPost(
      `/admin/shipping-options/${store.shop.shippingOptionId}/rules/batch`,
      { create: [{ attribute: "is_return", operator: "eq", value: "true" }] }
    )
    expect(await init()).toContain("Delivery in South Africa was made")
  })

  it("takes a delivery that only the admin may choose for none", async () => {
    await store.adminPost(
      `/admin/shipping-options/${store.shop.shippingOptionId}/rules/batch`,
      {
        create: [
          { attribute: "enabled_in_store", operator: "eq", value: "false" },
        ],
      }
    )
    expect(await init()).toContain("Delivery in South Africa was made")
  })

  it("makes a delivery also where a zone elsewhere is called South Africa", async () => {
    await store.db("geo_zone").update({ country_code: "na" })
    await store.db("service_zone").update({ name: "South Africa" })
    expect(await init()).toContain("Delivery in South Africa was made")
  })

  it("enables instalments in a region with a provider that this Medusa does not have", async () => {
    await store.adminPost(`/admin/regions/${store.shop.regionId}`, {
      payment_providers: ["pp_system_default"],
    })
    await store
      .db("payment_provider")
      .where({ id: "pp_system_default" })
      .update({ is_enabled: false })
    try {
      expect(await init()).toContain("offers instalments now.")
      const links = await store
        .db("region_payment_provider")
        .where({ region_id: store.shop.regionId, deleted_at: null })
        .orderBy("payment_provider_id")
        .pluck("payment_provider_id")
      expect(links).toEqual([PROVIDER_ID, "pp_system_default"])
    } finally {
      await store.db("payment_provider").update({ is_enabled: true })
    }
  })

  it("enables instalments in South Africa's region, not in another one that sells in rand", async () => {
    const { db, shop } = store
    await store.adminPost(`/admin/regions/${shop.regionId}`, {
      payment_providers: ["pp_system_default"],
    })
    const { data } = await store.adminPost("/admin/regions", {
      name: "Namibia",
      currency_code: "zar",
      countries: ["na"],
      payment_providers: [PROVIDER_ID],
    })
    expect(await init()).toContain(
      "The region South Africa offers instalments now."
    )
    await db("region_country")
      .where({ iso_2: "za" })
      .update({ region_id: null })
    const said = await init()
    expect(said).toContain("South Africa is in no region that sells in rand.")
    expect(said).toContain("offers instalments already.")
    expect(await db("region").where({ deleted_at: null })).toHaveLength(2)
    expect(data.region.name).toBe("Namibia")
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
    expect(await init()).toContain("prices in ZAR already, VAT on top of them.")
    const { data } = await store.adminGet("/admin/regions")
    expect(
      await db("price_preference").where({ value: data.regions[0].id })
    ).toEqual([expect.objectContaining({ is_tax_inclusive: false })])
  })

  it("promises no instalments where Medusa has no such provider", async () => {
    await store
      .db("payment_provider")
      .where({ id: PROVIDER_ID })
      .update({ is_enabled: false })
    try {
      await expect(init()).rejects.toThrow(
        "This Medusa has no payment provider pp_instalments_instalments."
      )
    } finally {
      await store.db("payment_provider").update({ is_enabled: true })
    }
  })

  it("names the region that South Africa is in, where that sells in dollars", async () => {
    await store.adminPost(`/admin/regions/${store.shop.regionId}`, {
      currency_code: "usd",
    })
    await expect(init()).rejects.toThrow(
      "South Africa is in the region South Africa, which sells in another currency."
    )
  })

  it("enables instalments in the region that sells in rand, and keeps its other providers", async () => {
    await store.adminPost(`/admin/regions/${store.shop.regionId}`, {
      payment_providers: ["pp_system_default"],
    })
    expect(await init()).toContain(
      "The region South Africa offers instalments now."
    )
    const { data } = await store.adminGet(
      "/admin/regions?fields=payment_providers.id"
    )
    const [{ payment_providers }] = data.regions
    expect(
      payment_providers.map(({ id }: { id: string }) => id).sort()
    ).toEqual([PROVIDER_ID, "pp_system_default"])
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
