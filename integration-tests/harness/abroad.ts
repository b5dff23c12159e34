import {
  createRegionsWorkflow,
  updateProductVariantsWorkflow,
} from "@medusajs/medusa/core-flows"
import { Modules } from "@medusajs/framework/utils"
import { PROVIDER_ID } from "../../src/modules/instalments/name"
import type { Store } from "./with-store"

/**
 * The shop's other region, in dollars, which the service does not know; nothing
 * is delivered there. Made when it is not there yet. Answers its id.
 */
export async function openAbroad({ container, shop }: Store): Promise<string> {
  const regions = container.resolve(Modules.REGION)
  const [known] = await regions.listRegions({ currency_code: "usd" })
  if (known) {
    return known.id
  }
  await updateProductVariantsWorkflow(container).run({
    input: {
      selector: { id: shop.variantId },
      update: {
        prices: [
          { amount: 433.35, currency_code: "zar" },
          { amount: 25.5, currency_code: "usd" },
        ],
      },
    },
  })
  const { result } = await createRegionsWorkflow(container).run({
    input: {
      regions: [
        {
          name: "United States",
          currency_code: "usd",
          countries: ["us"],
          payment_providers: [PROVIDER_ID, "pp_system_default"],
        },
      ],
    },
  })
  return result[0]!.id
}
