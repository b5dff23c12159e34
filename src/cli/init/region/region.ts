import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import {
  createRegionsWorkflow,
  updateRegionsWorkflow,
} from "@medusajs/medusa/core-flows"
import { PROVIDER_ID } from "../../../modules/instalments/rules"
import { all, first } from "./first"

type Region = { name: string; payment_providers: { id: string }[] }

const FIELDS = ["id", "name", "payment_providers.id"]

/** A region that sells in rand and offers instalments: the store's, or a new one. */
export async function addRegion(container: MedusaContainer): Promise<string> {
  const inRand = { currency_code: "zar" }
  const regions = await all<Region>(container, "region", inRand, FIELDS)
  const [region] = regions
  if (!region) {
    return makeRegion(container)
  }
  const offering = regions.find(({ payment_providers }) =>
    payment_providers.some(({ id }) => id === PROVIDER_ID)
  )
  if (offering) {
    return `The region ${offering.name} offers instalments already.`
  }
  const ids = region.payment_providers.map(({ id }) => id)
  await updateRegionsWorkflow(container).run({
    input: {
      selector: { id: region.id },
      update: { payment_providers: [...ids, PROVIDER_ID] },
    },
  })
  return `The region ${region.name} offers instalments now.`
}

async function makeRegion(container: MedusaContainer): Promise<string> {
  const fields = ["iso_2", "region.name"]
  const country = await first<{ region?: { name: string } }>(
    container,
    "country",
    { iso_2: "za" },
    fields
  )
  if (country?.region) {
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      `South Africa is in the region ${country.region.name}, which sells in another currency. Take it out there in the admin (Settings, Regions), and run this again.`
    )
  }
  await createRegionsWorkflow(container).run({
    input: {
      regions: [
        {
          name: "South Africa",
          currency_code: "zar",
          countries: ["za"],
          payment_providers: [PROVIDER_ID],
          is_tax_inclusive: true,
        },
      ],
    },
  })
  return "The region South Africa was made, in ZAR, with instalments."
}
