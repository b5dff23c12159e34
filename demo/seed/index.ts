import { writeFileSync } from "node:fs"
import type { ExecArgs } from "@medusajs/framework/types"
import { seedAdmin } from "./admin-user"
import { seedChannel } from "./channel"
import { seedDiscountCodes } from "./discount-codes"
import { seedDelivery } from "./delivery"
import { seedProducts } from "./products"
import { seedRegion } from "./region"
import { seedVat } from "./vat"

/**
 * Fills the demo's shop; run again it changes nothing that is there already.
 * Writes what a storefront has to know into the file that the argument names.
 */
export default async function seed({ container, args }: ExecArgs) {
  const { channelId, publishableKey } = await seedChannel(container)
  const regionId = await seedRegion(container, channelId)
  await seedVat(container)
  await seedDiscountCodes(container)
  const { locationId, profileId } = await seedDelivery(container, channelId)
  await seedProducts(container, { channelId, locationId, profileId })
  await seedAdmin(container)
  writeFileSync(args[0]!, JSON.stringify({ publishableKey, regionId }))
}
