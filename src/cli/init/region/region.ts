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
  countries: ({ iso_2: string } | undefined)[]
  payment_providers: ({ id: string } | undefined)[]
}

const FIELDS = ["id", "name", "countries.iso_2", "payment_providers.id"]

/**
 * A region that sells in rand and offers instalments: the store's, or a new one. Of
 * several it is South Africa's, as a rand is money in other countries too.
 */
export async function addRegion(
  container: MedusaContainer,
  isTaxInclusive: boolean
): Promise<{ done: string[]; isNew: boolean }> {
  const provider = { id: PROVIDER_ID, is_enabled: true }
  if (!(await first(container, "payment_provider", provider))) {
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      `This Medusa has no payment provider ${PROVIDER_ID}. Run doctor, which says what medusa-config lacks.`
    )
  }
  const inRand = { currency_code: "zar" }
  const regions = await all<Region>(container, "region", inRand, FIELDS)
  const ofSouthAfrica = regions.find(({ countries }) =>
    countries.some((one) => one?.iso_2 === "za")
  )
  const region = ofSouthAfrica ?? regions.find(isOffering) ?? regions[0]
  if (!region) {
    return { done: [await makeRegion(container, isTaxInclusive)], isNew: true }
  }
  const done = [
    await offerIn(container, region),
    ...(ofSouthAfrica
      ? []
      : [
          "South Africa is in no region that sells in rand. Add it to one in the admin: Settings, Regions.",
        ]),
  ]
  return { done, isNew: false }
}

function isOffering({ payment_providers }: Region): boolean {
  return payment_providers.some((one) => one?.id === PROVIDER_ID)
}

async function offerIn(
  container: MedusaContainer,
  region: Region & { id: string }
): Promise<string> {
  if (isOffering(region)) {
    return `The region ${region.name} offers instalments already.`
  }
  // Medusa's workflow sets all providers of a region, and refuses where one of
  // them is not loaded in this process.
  await container.resolve(ContainerRegistrationKeys.LINK).create({
    [Modules.REGION]: { region_id: region.id },
    [Modules.PAYMENT]: { payment_provider_id: PROVIDER_ID },
  })
  return `The region ${region.name} offers instalments now.`
}

async function makeRegion(
  container: MedusaContainer,
  isTaxInclusive: boolean
): Promise<string> {
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
          is_tax_inclusive: isTaxInclusive,
        },
      ],
    },
  })
  return "The region South Africa was made, in ZAR, with instalments."
}
