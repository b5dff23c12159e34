import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import {
  createLocationFulfillmentSetWorkflow,
  createServiceZonesWorkflow,
  createShippingOptionsWorkflow,
  createShippingProfilesWorkflow,
  createStockLocationsWorkflow,
  linkSalesChannelsToStockLocationWorkflow,
} from "@medusajs/medusa/core-flows"
import { all, first } from "./rows"

/** In rand. Not nothing: a delivery for nothing by mistake costs a shop more. */
const PRICE = 99
const NAME = "Delivery in South Africa"
/** Medusa's own way of delivery, by hand. */
const DELIVERS = "manual_manual"

/** A delivery in South Africa, where the store has none, out of where the stock is. */
export async function addDelivery(container: MedusaContainer): Promise<string> {
  // Also of a part of it: where the store delivers is the store's to say.
  const inZone = { geo_zones: { country_code: "za" } }
  const zones = await all(container, "service_zone", inZone)
  const service_zone_id = zones.map(({ id }) => id)
  if (await first(container, "shipping_option", { service_zone_id })) {
    return "The store delivers in South Africa already."
  }
  const zone = service_zone_id[0] ?? (await makeZone(container))
  await createShippingOptionsWorkflow(container).run({
    input: [
      {
        name: NAME,
        price_type: "flat",
        provider_id: DELIVERS,
        service_zone_id: zone,
        shipping_profile_id: await profileOf(container),
        type: { label: "Delivery", description: NAME, code: "delivery-za" },
        prices: [{ currency_code: "zar", amount: PRICE }],
        rules: [
          { attribute: "enabled_in_store", value: "true", operator: "eq" },
          { attribute: "is_return", value: "false", operator: "eq" },
        ],
      },
    ],
  })
  return `${NAME} was made, for ${PRICE} ZAR. That price is a guess: set yours in the admin, Settings, Locations & Shipping.`
}

/** South Africa as a service zone of the location of the default sales channel. */
async function makeZone(container: MedusaContainer): Promise<string> {
  const location = await locationOf(container)
  let set = location.fulfillment_sets.find(({ type }) => type === "shipping")
  if (!set) {
    const fulfillment_set_data = {
      name: `From ${location.id}`,
      type: "shipping",
    }
    await createLocationFulfillmentSetWorkflow(container).run({
      input: { location_id: location.id, fulfillment_set_data },
    })
    set = await first(container, "fulfillment_set", {
      name: fulfillment_set_data.name,
    })
  }
  const zone = {
    name: NAME,
    fulfillment_set_id: set!.id,
    geo_zones: [{ type: "country" as const, country_code: "za" }],
  }
  const { result } = await createServiceZonesWorkflow(container).run({
    input: { data: [zone] },
  })
  return result[0]!.id
}

type Linked = { id: string } | undefined
type Location = {
  sales_channels: Linked[]
  fulfillment_providers: Linked[]
  fulfillment_sets: { id: string; type?: string }[]
}

/** A location from which the store's default sales channel delivers by hand. */
async function locationOf(container: MedusaContainer) {
  const store = await first(container, "store", {}, [
    "id",
    "default_sales_channel_id",
  ])
  const channel = (store?.default_sales_channel_id ??
    (await first(container, "sales_channel"))?.id) as string | undefined
  const read = () =>
    all<Location>(container, "stock_location", {}, [
      ...["id", "sales_channels.id", "fulfillment_providers.id"],
      ...["fulfillment_sets.id", "fulfillment_sets.type"],
    ])
  if (!(await first(container, "stock_location"))) {
    const locations = [{ name: "South Africa" }]
    await createStockLocationsWorkflow(container).run({ input: { locations } })
  }
  const known = await read()
  const has = (linked: Linked[], id?: string) =>
    linked.some((one) => one?.id === id)
  const sells = known.find((one) => has(one.sales_channels, channel))
  const location = sells ?? known[0]!
  if (!sells && channel) {
    await linkSalesChannelsToStockLocationWorkflow(container).run({
      input: { id: location.id, add: [channel] },
    })
  }
  if (!has(location.fulfillment_providers, DELIVERS)) {
    await container.resolve(ContainerRegistrationKeys.LINK).create({
      [Modules.STOCK_LOCATION]: { stock_location_id: location.id },
      [Modules.FULFILLMENT]: { fulfillment_provider_id: DELIVERS },
    })
  }
  return location
}

async function profileOf(container: MedusaContainer): Promise<string> {
  const known = await first(container, "shipping_profile")
  if (known) {
    return known.id
  }
  const { result } = await createShippingProfilesWorkflow(container).run({
    input: { data: [{ name: "Default", type: "default" }] },
  })
  return result[0]!.id
}
