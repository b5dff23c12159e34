import { z } from "@medusajs/framework/zod"

// Medusa's type of the module does not tell its provider.
const locking = z.object({ defaultProviderId: z.string() })

/** Medusa's locking: the provider's name, and whether it holds over processes. */
export type Locking = { provider: string; shared: boolean }

/** Which provider Medusa's locking module uses, `unknown` when it is not told. */
export function readLocking(module: unknown): Locking {
  const parsed = locking.safeParse(module)
  const provider = parsed.data?.defaultProviderId ?? "unknown"
  return { provider, shared: !/in-?memory|unknown/i.test(provider) }
}
