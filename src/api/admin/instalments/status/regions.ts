import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { PROVIDER_ID } from "../../../../modules/instalments/name"
import type { Status } from "../answers"

const region = z.object({
  id: z.string(),
  name: z.string(),
  currency_code: z.string(),
  payment_providers: z
    .array(z.object({ id: z.string(), is_enabled: z.boolean() }).nullish())
    .nullish(),
})

/** The store's regions and whether their shoppers can choose instalments. */
export async function regions(
  container: MedusaContainer
): Promise<Status["regions"]> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "region",
    fields: [
      "id",
      "name",
      "currency_code",
      "payment_providers.id",
      "payment_providers.is_enabled",
    ],
  })
  return z
    .array(region)
    .parse(data)
    .map(({ payment_providers, ...shown }) => ({
      ...shown,
      enabled: (payment_providers ?? []).some(
        (provider) => provider?.id === PROVIDER_ID && provider.is_enabled
      ),
    }))
}
