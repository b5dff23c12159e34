import type { MedusaContainer } from "@medusajs/framework/types"
import {
  createRegionsWorkflow,
  createStoresWorkflow,
  updateStoresWorkflow,
} from "@medusajs/medusa/core-flows"
import { find } from "./find"

const PAYMENT_PROVIDERS = ["pp_instalments_instalments", "pp_system_default"]

/**
 * A region that sells in rand, with VAT inside the prices, as shops in South
 * Africa show them. Answers its id.
 */
export async function seedRegion(
  container: MedusaContainer,
  channelId: string
): Promise<string> {
  const made = await find(container, "region", { name: "South Africa" })
  if (made) {
    return made.id
  }
  const { result } = await createRegionsWorkflow(container).run({
    input: {
      regions: [
        {
          name: "South Africa",
          currency_code: "zar",
          countries: ["za"],
          payment_providers: PAYMENT_PROVIDERS,
          is_tax_inclusive: true,
        },
      ],
    },
  })
  const regionId = result[0]!.id
  await setUpStore(container, channelId, regionId)
  return regionId
}

async function setUpStore(
  container: MedusaContainer,
  channelId: string,
  regionId: string
) {
  const store = {
    name: "Karoo & Co",
    supported_currencies: [
      { currency_code: "zar", is_default: true, is_tax_inclusive: true },
    ],
    default_sales_channel_id: channelId,
    default_region_id: regionId,
  }
  const made = await find(container, "store")
  if (made) {
    await updateStoresWorkflow(container).run({
      input: { selector: { id: made.id }, update: store },
    })
  } else {
    await createStoresWorkflow(container).run({ input: { stores: [store] } })
  }
}
