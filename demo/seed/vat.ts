import type { MedusaContainer } from "@medusajs/framework/types"
import {
  createTaxRatesWorkflow,
  createTaxRegionsWorkflow,
} from "@medusajs/medusa/core-flows"
import { find } from "./find"

/** South Africa's value added tax, in per cent: 15 of the 115 of each price. */
const RATE = { name: "VAT", code: "VAT", rate: 15, is_default: true }

/** VAT on everything; the store's currency says that it is inside the prices. */
export async function seedVat(container: MedusaContainer) {
  const country_code = "za"
  const made = await find(container, "tax_region", { country_code })
  const tax_region_id = made?.id ?? (await makeTaxRegion(container))
  if (!(await find(container, "tax_rate", { tax_region_id }))) {
    await createTaxRatesWorkflow(container).run({
      input: [{ ...RATE, tax_region_id }],
    })
  }

  async function makeTaxRegion(container: MedusaContainer) {
    const { result } = await createTaxRegionsWorkflow(container).run({
      input: [{ country_code, provider_id: "tp_system" }],
    })
    return result[0]!.id
  }
}
