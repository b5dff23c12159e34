import { z } from "@medusajs/framework/zod"

// Medusa's type of the module tells neither its provider nor how to get at it.
const locking = z.object({
  defaultProviderId: z.string(),
  providerService_: z.custom<Providers>().optional(),
})

type Providers = {
  retrieveProviderRegistration(id: string): {
    constructor: { identifier?: string }
  }
}

/** Keep a lock whose end has passed; to be looked at again with each release. */
const KEEP_EXPIRED = ["locking-postgres"]

/** Medusa's locking: its provider, and what can be said of its locks. */
export type Locking = {
  provider: string
  /** Whether they hold over processes. */
  shared: boolean
  /** Whether one ends that its process, being killed, never released. */
  expires: boolean
}

/**
 * Which provider Medusa's locking module uses, by the name of its kind: a store
 * may give it any id. `unknown` when it is not told.
 */
export function readLocking(module: unknown): Locking {
  const { data } = locking.safeParse(module)
  const id = data?.defaultProviderId ?? "unknown"
  const provider =
    data?.providerService_?.retrieveProviderRegistration(id).constructor
      .identifier ?? id
  return {
    provider,
    shared: !/in-?memory|unknown/i.test(provider),
    expires: expires(provider),
  }
}

/** Whether the locks of a provider of this kind end by themselves. */
export function expires(provider: string): boolean {
  return !KEEP_EXPIRED.includes(provider)
}
