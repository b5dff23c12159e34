import type { MedusaContainer } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  MedusaError,
  Modules,
} from "@medusajs/framework/utils"
import { createRegionsWorkflow } from "@medusajs/medusa/core-flows"
import { PROVIDER_ID } from "../../../modules/instalments/rules"
import { all, first } from "./first"

type Region = {
  name: string
  payment_providers: ({ id: string } | undefined)[]
}

const FIELDS = ["id", "name", "payment_providers.id"]

/** A region that sells in rand and offers instalments: the store's, or a new one. */
export async function addRegion(
  container: MedusaContainer
): Promise<{ done: string; isNew: boolean }> {
  const inRand = { currency_code: "zar" }
  const regions = await all<Region>(container, "region", inRand, FIELDS)
  const [region] = regions
  if (!region) {
    return { done: await makeRegion(container), isNew: true }
  }
  const offering = regions.find(({ payment_providers }) =>
    payment_providers.some((one) => one?.id === PROVIDER_ID)
  )
  if (offering) {
    const done = `The region ${offering.name} offers instalments already.`
    return { done, isNew: false }
  }
  // Medusa's workflow sets all providers of a region, and refuses where one of
  // them is not loaded in this process.
  await container.resolve(ContainerRegistrationKeys.LINK).create({
    [Modules.REGION]: { region_id: region.id },
    [Modules.PAYMENT]: { payment_provider_id: PROVIDER_ID },
  })
  const done = `The region ${region.name} offers instalments now.`
  return { done, isNew: false }
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
