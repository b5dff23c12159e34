import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import {
  createInventoryLevelsWorkflow,
  createProductsWorkflow,
  updateProductsWorkflow,
} from "@medusajs/medusa/core-flows"
import { CATALOGUE, type Article } from "./catalogue"

type Place = { channelId: string; locationId: string; profileId: string }

/** Every article of the catalogue that is missing, and stock for all of them. */
export async function seedProducts(container: MedusaContainer, place: Place) {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data: made } = await query.graph({
    entity: "product",
    fields: ["id", "handle"],
  })
  const missing = CATALOGUE.filter(
    ({ handle }) => !made.some((product) => product.handle === handle)
  )
  if (missing.length > 0) {
    await createProductsWorkflow(container).run({
      input: { products: missing.map((article) => product(article, place)) },
    })
  }
  for (const { id, handle } of made) {
    // The storefront may have moved to another port since.
    await updateProductsWorkflow(container).run({
      input: { selector: { id }, update: { thumbnail: picture(handle) } },
    })
  }
  await stockUp(container, place.locationId)
}

function product(article: Article, { channelId, profileId }: Place) {
  const { handle, title, subtitle, description, option, variants } = article
  return {
    ...{ handle, title, subtitle, description },
    status: "published" as const,
    thumbnail: picture(handle),
    images: [{ url: picture(handle) }],
    shipping_profile_id: profileId,
    sales_channels: [{ id: channelId }],
    options: [{ title: option, values: Object.keys(variants) }],
    variants: Object.entries(variants).map(([value, amount], variant_rank) => ({
      title: value,
      variant_rank,
      sku: `${handle}-${value}`.toUpperCase().replace(/[^A-Z0-9]+/g, "-"),
      options: { [option]: value },
      prices: [{ amount, currency_code: "zar" }],
    })),
  }
}

function picture(handle: string) {
  return `${process.env.INSTALMENTS_STOREFRONT_URL}/products/${handle}.svg`
}

async function stockUp(container: MedusaContainer, locationId: string) {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data: items } = await query.graph({
    entity: "inventory_item",
    fields: ["id", "location_levels.id"],
  })
  const empty = items.filter((item) => !item.location_levels?.length)
  if (empty.length > 0) {
    await createInventoryLevelsWorkflow(container).run({
      input: {
        inventory_levels: empty.map(({ id }) => ({
          inventory_item_id: id,
          location_id: locationId,
          stocked_quantity: 100_000,
        })),
      },
    })
  }
}
