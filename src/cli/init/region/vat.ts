import type { MedusaContainer } from "@medusajs/framework/types"
import { createTaxRegionsWorkflow } from "@medusajs/medusa/core-flows"
import { first } from "./first"

/**
 * Value added tax of South Africa in per cent, where the store has no tax for it and
 * has not sold there before: a shop that did would charge its shoppers more from
 * now on.
 */
export async function addVat(
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
  await createTaxRegionsWorkflow(container).run({
    input: [
      {
        country_code,
        provider_id: "tp_system",
        default_tax_rate: { name: "VAT", code: "VAT", rate: 15 },
      },
    ],
  })
  return "South Africa is a tax region now, with 15 % VAT."
}
