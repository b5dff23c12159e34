import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import {
  createStockLocationsWorkflow,
  linkSalesChannelsToStockLocationWorkflow,
} from "@medusajs/medusa/core-flows"
import { first } from "./first"

type Location = { name: string }
type Full = Location & {
  sales_channels: ({ id: string } | undefined)[]
  fulfillment_providers: ({ id: string } | undefined)[]
}

/** Medusa's own way of delivery, by hand. */
export const DELIVERS = "manual_manual"

/**
 * A location from which the store's default sales channel can deliver by hand:
 * `at`, or the one that the channel has, or the store's first, or a new one. What
 * was done to it is in `done`.
 */
export async function addLocation(container: MedusaContainer, at?: string) {
  const channelId = await defaultChannel(container)
  const known =
    (at && (await locationOf(container, { id: at }))) ||
    (channelId && (await locationOfChannel(container, channelId))) ||
    (await locationOf(container, {}))
  const { id, name } = known || (await makeLocation(container))
  const done = known ? [] : [`The location ${name} was made.`]
  const full = (await first<Full>(container, "stock_location", { id }, [
    "id",
    "name",
    "sales_channels.id",
    "fulfillment_providers.id",
  ]))!
  if (channelId && !full.sales_channels.some((one) => one?.id === channelId)) {
    await linkSalesChannelsToStockLocationWorkflow(container).run({
      input: { id, add: [channelId] },
    })
    done.push(`The store's default sales channel sells from ${name} now.`)
  }
  if (!full.fulfillment_providers.some((one) => one?.id === DELIVERS)) {
    await container.resolve(ContainerRegistrationKeys.LINK).create({
      [Modules.STOCK_LOCATION]: { stock_location_id: id },
      [Modules.FULFILLMENT]: { fulfillment_provider_id: DELIVERS },
    })
    done.push(`${name} can be delivered from by hand now.`)
  }
  return { id, name, done }
}

async function defaultChannel(container: MedusaContainer) {
  type Store = { default_sales_channel_id: string | null }
  const fields = ["id", "default_sales_channel_id"]
  const store = await first<Store>(container, "store", {}, fields)
  return (
    store?.default_sales_channel_id ??
    (await first(container, "sales_channel"))?.id
  )
}

function locationOf(container: MedusaContainer, filters: object) {
  return first<Location>(container, "stock_location", { ...filters }, [
    "id",
    "name",
  ])
}

async function locationOfChannel(container: MedusaContainer, id: string) {
  type Channel = { stock_locations: ({ id: string } & Location)[] }
  const fields = ["id", "stock_locations.id", "stock_locations.name"]
  const channel = await first<Channel>(
    container,
    "sales_channel",
    { id },
    fields
  )
  return channel?.stock_locations[0]
}

async function makeLocation(container: MedusaContainer) {
  const { result } = await createStockLocationsWorkflow(container).run({
    input: { locations: [{ name: "South Africa" }] },
  })
  return result[0]!
}
