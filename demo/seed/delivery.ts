import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import {
  createShippingProfilesWorkflow,
  createStockLocationsWorkflow,
  linkSalesChannelsToStockLocationWorkflow,
} from "@medusajs/medusa/core-flows"
import { find } from "./find"
import { seedShippingOptions } from "./shipping-options"

/** Where the goods are and how they get to the shopper. */
export async function seedDelivery(
  container: MedusaContainer,
  channelId: string
) {
  const profileId = await makeProfile(container)
  const name = "Cape Town warehouse"
  const made = await find(container, "stock_location", { name })
  if (made) {
    return { locationId: made.id, profileId }
  }
  const { result } = await createStockLocationsWorkflow(container).run({
    input: {
      locations: [
        {
          name,
          address: {
            address_1: "12 Albert Road",
            city: "Cape Town",
            country_code: "za",
          },
        },
      ],
    },
  })
  const locationId = result[0]!.id
  await linkSalesChannelsToStockLocationWorkflow(container).run({
    input: { id: locationId, add: [channelId] },
  })
  const set = await container
    .resolve(Modules.FULFILLMENT)
    .createFulfillmentSets({
      name: "Delivery in South Africa",
      type: "shipping",
      service_zones: [
        {
          name: "South Africa",
          geo_zones: [{ country_code: "za", type: "country" }],
        },
      ],
    })
  const link = container.resolve(ContainerRegistrationKeys.LINK)
  const here = { [Modules.STOCK_LOCATION]: { stock_location_id: locationId } }
  await link.create([
    {
      ...here,
      [Modules.FULFILLMENT]: { fulfillment_provider_id: "manual_manual" },
    },
    { ...here, [Modules.FULFILLMENT]: { fulfillment_set_id: set.id } },
  ])
  await seedShippingOptions(container, {
    zoneId: set.service_zones[0]!.id,
    profileId,
  })
  return { locationId, profileId }
}

async function makeProfile(container: MedusaContainer) {
  const made = await find(container, "shipping_profile", { type: "default" })
  if (made) {
    return made.id
  }
  const { result } = await createShippingProfilesWorkflow(container).run({
    input: { data: [{ name: "Default", type: "default" }] },
  })
  return result[0]!.id
}
