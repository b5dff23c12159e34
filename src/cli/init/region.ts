import type { ExecArgs } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import { addDelivery } from "./region/delivery"
import { addRegion } from "./region/region"
import { addCurrency } from "./region/store"
import { addVat } from "./region/vat"

/**
 * A script for `medusa exec`: makes what a store needs to sell in instalments in
 * South Africa, and leaves alone what it has of that. Prints a line for each.
 *
 * @throws MedusaError (not allowed) where the account's currency is another one
 */
export default async function makeRegion({ container }: ExecArgs) {
  const { currency } = container.resolve(INSTALMENTS_MODULE).options
  if (currency !== "ZAR") {
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      `The plugin's option currency is ${currency}, and --zar makes a region in ZAR. Add a region in ${currency} in the admin: Settings, Regions.`
    )
  }
  const rand = await addCurrency(container)
  const region = await addRegion(container, rand.isTaxInclusive)
  const done = [
    rand.done,
    ...region.done,
    await addVat(container, region.isNew),
    ...(await addDelivery(container)),
  ]
  for (const line of done) {
    console.log(`  ✓ ${line}`)
  }
}
