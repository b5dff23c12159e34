import type { ExecArgs, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import {
  createRegionsWorkflow,
  createStoresWorkflow,
  createTaxRegionsWorkflow,
  updateStoresWorkflow,
} from "@medusajs/medusa/core-flows"
import { PROVIDER_ID } from "../../modules/instalments/rules"
import { addDelivery } from "./delivery"
import { all, first } from "./rows"

/**
 * A script for `medusa exec`: makes what a store needs to sell in instalments in
 * South Africa, and leaves alone what it has of that. Prints a line for each.
 */
export default async function makeRegion({ container }: ExecArgs) {
  console.log(`  ✓ ${await addCurrency(container)}`)
  const region = await addRegion(container)
  console.log(`  ✓ ${region.done}`)
  console.log(`  ✓ ${await addVat(container, region.isNew)}`)
  console.log(`  ✓ ${await addDelivery(container)}`)
}

/** Rand among the currencies in which the store has prices, VAT inside them. */
async function addCurrency(container: MedusaContainer): Promise<string> {
  type Currency = { currency_code: string; is_default: boolean }
  const store = await first<{ supported_currencies: Currency[] }>(
    container,
    "store",
    {},
    [
      "id",
      "supported_currencies.currency_code",
      "supported_currencies.is_default",
    ]
  )
  const known = store?.supported_currencies ?? []
  if (known.some(({ currency_code }) => currency_code === "zar")) {
    return "The store has prices in ZAR already."
  }
  const rand = {
    currency_code: "zar",
    is_tax_inclusive: true,
    is_default: known.length === 0,
  }
  if (store) {
    const others = known.map(({ currency_code, is_default }) => ({
      ...{ currency_code, is_default },
    }))
    const update = { supported_currencies: [...others, rand] }
    const input = { selector: { id: store.id }, update }
    await updateStoresWorkflow(container).run({ input })
  } else {
    const stores = [{ name: "Store", supported_currencies: [rand] }]
    await createStoresWorkflow(container).run({ input: { stores } })
  }
  return "The store takes prices in ZAR now, VAT included."
}

/** A region that sells in rand and offers instalments: South Africa's of several. */
async function addRegion(
  container: MedusaContainer
): Promise<{ done: string; isNew: boolean }> {
  type Region = {
    name: string
    countries: ({ iso_2: string } | undefined)[]
    payment_providers: ({ id: string } | undefined)[]
  }
  const regions = await all<Region>(
    container,
    "region",
    { currency_code: "zar" },
    ["id", "name", "countries.iso_2", "payment_providers.id"]
  )
  const region =
    regions.find(({ countries }) =>
      countries.some((one) => one?.iso_2 === "za")
    ) ?? regions[0]
  if (!region) {
    return { done: await createRegion(container), isNew: true }
  }
  if (region.payment_providers.some((one) => one?.id === PROVIDER_ID)) {
    const done = `The region ${region.name} offers instalments already.`
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

async function createRegion(container: MedusaContainer): Promise<string> {
  // What Medusa takes the store's prices in rand for.
  const prices = await first<{ is_tax_inclusive: boolean }>(
    container,
    "price_preference",
    { attribute: "currency_code", value: "zar" },
    ["id", "is_tax_inclusive"]
  )
  const region = {
    name: "South Africa",
    currency_code: "zar",
    countries: ["za"],
    payment_providers: [PROVIDER_ID],
    is_tax_inclusive: prices?.is_tax_inclusive ?? false,
  }
  await createRegionsWorkflow(container).run({ input: { regions: [region] } })
  return "The region South Africa was made, in ZAR, with instalments."
}

/**
 * Value added tax of South Africa in per cent, where the store has no tax for it and
 * has not sold there before: a shop that did would charge its shoppers more from
 * now on.
 */
async function addVat(
  container: MedusaContainer,
  isNewRegion: boolean
): Promise<string> {
  const country_code = "za"
  if (await first(container, "tax_region", { country_code })) {
    return "South Africa is a tax region already; its rates were left alone."
  }
  if (!isNewRegion) {
    return "South Africa is no tax region, and was left so: the store sells in rand already. If it has to charge VAT, add it in the admin: Settings, Tax Regions."
  }
  const default_tax_rate = { name: "VAT", code: "VAT", rate: 15 }
  await createTaxRegionsWorkflow(container).run({
    input: [{ country_code, provider_id: "tp_system", default_tax_rate }],
  })
  return "South Africa is a tax region now, with 15 % VAT."
}
