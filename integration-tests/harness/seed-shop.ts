import {
  createApiKeysWorkflow,
  createInventoryLevelsWorkflow,
  createProductsWorkflow,
  createRegionsWorkflow,
  createSalesChannelsWorkflow,
  createShippingOptionsWorkflow,
  createShippingProfilesWorkflow,
  createStockLocationsWorkflow,
  linkSalesChannelsToApiKeyWorkflow,
  linkSalesChannelsToStockLocationWorkflow,
} from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { PROVIDER_ID } from "../../src/modules/instalments/name"
import { DEBIT } from "./debit-actions"

/** What a shopper's requests need to know of the shop. */
export type Shop = {
  headers: Record<string, string>
  regionId: string
  channelId: string
  variantId: string
  shippingOptionId: string
  shippingProfileId: string
}

/** A shop in South Africa that sells one mug, with instalments enabled. */
export async function seedShop(container: MedusaContainer): Promise<Shop> {
  const link = container.resolve(ContainerRegistrationKeys.LINK)
  const fulfillment = container.resolve(Modules.FULFILLMENT)

  const { result: channels } = await createSalesChannelsWorkflow(container).run(
    { input: { salesChannelsData: [{ name: "Shop" }] } }
  )
  const channelId = channels[0]!.id
  const { result: keys } = await createApiKeysWorkflow(container).run({
    input: {
      api_keys: [{ title: "Shop", type: "publishable", created_by: "" }],
    },
  })
  await linkSalesChannelsToApiKeyWorkflow(container).run({
    input: { id: keys[0]!.id, add: [channelId] },
  })
  // Only the tests' store has it, the benchmarks' has not.
  const debits = await container
    .resolve(Modules.PAYMENT)
    .listPaymentProviders({ id: DEBIT })
  const { result: regions } = await createRegionsWorkflow(container).run({
    input: {
      regions: [
        {
          name: "South Africa",
          currency_code: "zar",
          countries: ["za"],
          payment_providers: [
            ...[PROVIDER_ID, "pp_system_default"],
            ...debits.map(({ id }) => id),
          ],
        },
      ],
    },
  })
  const { result: places } = await createStockLocationsWorkflow(container).run({
    input: {
      locations: [
        {
          name: "Cape Town",
          address: { address_1: "1 Long Street", country_code: "za" },
        },
      ],
    },
  })
  const placeId = places[0]!.id
  await linkSalesChannelsToStockLocationWorkflow(container).run({
    input: { id: placeId, add: [channelId] },
  })
  await link.create({
    [Modules.STOCK_LOCATION]: { stock_location_id: placeId },
    [Modules.FULFILLMENT]: { fulfillment_provider_id: "manual_manual" },
  })
  const { result: profiles } = await createShippingProfilesWorkflow(
    container
  ).run({ input: { data: [{ name: "Default", type: "default" }] } })
  const set = await fulfillment.createFulfillmentSets({
    name: "Delivery",
    type: "shipping",
    service_zones: [
      { name: "ZA", geo_zones: [{ country_code: "za", type: "country" }] },
    ],
  })
  await link.create({
    [Modules.STOCK_LOCATION]: { stock_location_id: placeId },
    [Modules.FULFILLMENT]: { fulfillment_set_id: set.id },
  })
  const { result: options } = await createShippingOptionsWorkflow(
    container
  ).run({
    input: [
      {
        name: "Courier",
        price_type: "flat",
        provider_id: "manual_manual",
        service_zone_id: set.service_zones[0]!.id,
        shipping_profile_id: profiles[0]!.id,
        type: { label: "Courier", description: "2 days", code: "courier" },
        prices: [{ currency_code: "zar", amount: 99.5 }],
      },
    ],
  })
  const { result: products } = await createProductsWorkflow(container).run({
    input: {
      products: [
        {
          title: "Mug",
          status: "published",
          shipping_profile_id: profiles[0]!.id,
          options: [{ title: "Size", values: ["One"] }],
          variants: [
            {
              title: "One",
              sku: "MUG",
              options: { Size: "One" },
              prices: [{ amount: 433.35, currency_code: "zar" }],
            },
          ],
          sales_channels: [{ id: channelId }],
        },
      ],
    },
  })
  const inventory = container.resolve(Modules.INVENTORY)
  const items = await inventory.listInventoryItems({ sku: "MUG" })
  await createInventoryLevelsWorkflow(container).run({
    input: {
      inventory_levels: items.map(({ id }) => ({
        inventory_item_id: id,
        location_id: placeId,
        stocked_quantity: 1000,
      })),
    },
  })
  return {
    headers: { "x-publishable-api-key": keys[0]!.token },
    regionId: regions[0]!.id,
    channelId,
    variantId: products[0]!.variants[0]!.id,
    shippingOptionId: options[0]!.id,
    shippingProfileId: profiles[0]!.id,
  }
}
