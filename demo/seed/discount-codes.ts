import type { MedusaContainer } from "@medusajs/framework/types"
import { createPromotionsWorkflow } from "@medusajs/medusa/core-flows"
import { find } from "./find"

/** What a shopper can type into the field for a discount code. */
const CODES = [
  {
    code: "LEKKER",
    // Of R 149,00 it leaves half a cent.
    application_method: {
      type: "percentage" as const,
      target_type: "items" as const,
      allocation: "across" as const,
      value: 12.5,
      currency_code: "zar",
    },
  },
  {
    code: "R50OFF",
    application_method: {
      type: "fixed" as const,
      target_type: "order" as const,
      value: 50,
      currency_code: "zar",
    },
  },
]

/** A percentage and a fixed amount off, VAT included as in the prices. */
export async function seedDiscountCodes(container: MedusaContainer) {
  for (const { code, application_method } of CODES) {
    if (await find(container, "promotion", { code })) {
      continue
    }
    await createPromotionsWorkflow(container).run({
      input: {
        promotionsData: [
          {
            code,
            type: "standard",
            status: "active",
            is_tax_inclusive: true,
            application_method,
          },
        ],
      },
    })
  }
}
