import type { MedusaContainer } from "@medusajs/framework/types"
import {
  createLocationFulfillmentSetWorkflow,
  createServiceZonesWorkflow,
  createShippingOptionsWorkflow,
  createShippingProfilesWorkflow,
} from "@medusajs/medusa/core-flows"
import { all, first } from "./first"
import { addLocation, DELIVERS } from "./location"

type Zone = { name: string; fulfillment_set: { location?: { id: string } } }
type Option = {
  name: string
  price_type: string
  prices?: Price[]
  rules?: Rule[]
}
type Price = { currency_code: string }
type Rule = { attribute: string; value: unknown }

/** A delivery in South Africa with a price in rand, out of where the stock is. */
export async function addDelivery(
  container: MedusaContainer
): Promise<string[]> {
  const zones = await all<Zone>(
    container,
    "service_zone",
    // Also of a part of it: where the store delivers is the store's to say.
    { geo_zones: { country_code: "za" } },
    ["id", "name", "fulfillment_set.location.id"]
  )
  const options = await all<Option>(
    container,
    "shipping_option",
    { service_zone_id: zones.map(({ id }) => id) },
    [
      ...["id", "name", "price_type", "prices.currency_code"],
      ...["rules.attribute", "rules.value"],
    ]
  )
  const usable = options.find(
    ({ price_type, prices, rules }) =>
      !rules?.some(isForNoShopper) &&
      (price_type === "calculated" ||
        prices?.some(({ currency_code }) => currency_code === "zar"))
  )
  if (usable) {
    return [`South Africa has a delivery already, ${usable.name}.`]
  }
  const at = zones[0]?.fulfillment_set.location?.id
  const location = await addLocation(container, at)
  const zoneId = zones[0]?.id ?? (await makeZone(container, location.id))
  await createShippingOptionsWorkflow(container).run({
    input: [
      {
        name: "Delivery in South Africa",
        price_type: "flat",
        provider_id: DELIVERS,
        service_zone_id: zoneId,
        shipping_profile_id: await profileOf(container),
        type: {
          label: "Delivery",
          description: "Delivery in South Africa",
          code: "delivery-za",
        },
        prices: [{ currency_code: "zar", amount: PRICE }],
        rules: [
          { attribute: "enabled_in_store", value: "true", operator: "eq" },
          { attribute: "is_return", value: "false", operator: "eq" },
        ],
      },
    ],
  })
  return [
    ...location.done,
    `Delivery in South Africa was made, from ${location.name}, for ${PRICE} ZAR. That price is a guess: set yours in the admin, Settings, Locations & Shipping.`,
  ]
}

/** The way back of a return, and what only the admin may choose. */
function isForNoShopper({ attribute, value }: Rule): boolean {
  const rule = `${attribute}=${String(value)}`
  return rule === "is_return=true" || rule === "enabled_in_store=false"
}

/** In rand. Not nothing: a delivery for nothing by mistake costs a shop more. */
const PRICE = 99

/** South Africa as a service zone of a location. */
async function makeZone(container: MedusaContainer, locationId: string) {
  const setId =
    (await shippingSetOf(container, locationId)) ??
    (await makeShippingSet(container, locationId))
  // Medusa lets no two zones have one name.
  const name = "South Africa"
  const isTaken = await first(container, "service_zone", { name })
  const { result } = await createServiceZonesWorkflow(container).run({
    input: {
      data: [
        {
          name: isTaken ? `${name} (${setId})` : name,
          fulfillment_set_id: setId,
          geo_zones: [{ type: "country", country_code: "za" }],
        },
      ],
    },
  })
  return result[0]!.id
}

async function makeShippingSet(container: MedusaContainer, locationId: string) {
  await createLocationFulfillmentSetWorkflow(container).run({
    input: {
      location_id: locationId,
      fulfillment_set_data: {
        name: `Delivery from ${locationId}`,
        type: "shipping",
      },
    },
  })
  return (await shippingSetOf(container, locationId))!
}

async function shippingSetOf(container: MedusaContainer, locationId: string) {
  const location = await first<{
    fulfillment_sets: { id: string; type: string }[]
  }>(container, "stock_location", { id: locationId }, [
    "id",
    "fulfillment_sets.id",
    "fulfillment_sets.type",
  ])
  const sets = location?.fulfillment_sets ?? []
  return sets.find(({ type }) => type === "shipping")?.id
}

async function profileOf(container: MedusaContainer): Promise<string> {
  const known =
    (await first(container, "shipping_profile", { type: "default" })) ??
    (await first(container, "shipping_profile"))
  if (known) {
    return known.id
  }
  const { result } = await createShippingProfilesWorkflow(container).run({
    input: { data: [{ name: "Default", type: "default" }] },
  })
  return result[0]!.id
}
