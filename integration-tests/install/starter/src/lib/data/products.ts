import { sdk } from "@lib/config"

/** The region that sells in a country. @throws where none does */
export async function getRegion(countryCode: string) {
  const { regions } = await sdk.store.region.list()
  const region = regions.find(({ countries }) =>
    countries?.some(({ iso_2 }) => iso_2 === countryCode)
  )
  if (!region) {
    throw new Error(`This shop does not sell in ${countryCode}.`)
  }
  return region
}

/** The products with their prices in a country; all, or the one of a handle. */
export async function listProducts(countryCode: string, handle?: string) {
  const { id: region_id } = await getRegion(countryCode)
  const { products } = await sdk.store.product.list({
    region_id,
    ...(handle && { handle }),
    fields: "*variants.calculated_price",
  })
  return products
}
