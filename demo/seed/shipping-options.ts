import type { MedusaContainer } from "@medusajs/framework/types"
import { createShippingOptionsWorkflow } from "@medusajs/medusa/core-flows"

const rand = (amount: number) => ({ currency_code: "zar", amount })

const OPTIONS = [
  {
    name: "Courier",
    code: "courier",
    description: "To your door in 2 to 3 working days, free from R 1 500,00",
    prices: [
      rand(99.5),
      {
        ...rand(0),
        rules: [
          { attribute: "item_total", operator: "gte" as const, value: 1500 },
        ],
      },
    ],
  },
  {
    name: "Collect",
    code: "collect",
    description: "From our shop in Woodstock, tomorrow from 10:00",
    prices: [rand(0)],
  },
]

/** The ways of delivery that a shopper chooses from. */
export async function seedShippingOptions(
  container: MedusaContainer,
  { zoneId, profileId }: { zoneId: string; profileId: string }
) {
  await createShippingOptionsWorkflow(container).run({
    input: OPTIONS.map(({ name, code, description, prices }) => ({
      name,
      price_type: "flat" as const,
      provider_id: "manual_manual",
      service_zone_id: zoneId,
      shipping_profile_id: profileId,
      type: { label: name, description, code },
      prices,
      rules: [
        {
          attribute: "enabled_in_store",
          value: "true",
          operator: "eq" as const,
        },
        { attribute: "is_return", value: "false", operator: "eq" as const },
      ],
    })),
  })
}
