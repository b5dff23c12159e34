import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { BellEntry } from "./notification"

/**
 * Those that were never created. One that was created and could not be shown
 * is not tried again: it would fail every time, and be logged every time.
 */
export async function unseen(
  container: MedusaContainer,
  entries: BellEntry[]
): Promise<BellEntry[]> {
  if (entries.length === 0) {
    return []
  }
  const keys = entries.map((entry) => entry.idempotency_key)
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({
      entity: "notification",
      fields: ["idempotency_key"],
      // A filter that works and is missing in Medusa's types.
      filters: { idempotency_key: keys } as Record<string, unknown>,
    })
  const seen = new Set(data.map((one) => one.idempotency_key))
  return entries.filter((entry) => !seen.has(entry.idempotency_key))
}
