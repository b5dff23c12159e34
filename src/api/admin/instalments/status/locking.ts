import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import type { Status } from "../answers"

// Medusa's type of the module does not tell its provider.
const locking = z.object({ defaultProviderId: z.string() })

/** Which locking provider holds, and whether over several processes. */
export function lockingOf(container: MedusaContainer): Status["locking"] {
  const parsed = locking.safeParse(container.resolve(Modules.LOCKING))
  const provider = parsed.data?.defaultProviderId ?? "unknown"
  return { provider, shared: !/in-?memory|unknown/i.test(provider) }
}
