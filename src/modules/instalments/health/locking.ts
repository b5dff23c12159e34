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
  return lockingOf(provider)
}

/** What can be said of the locks of a provider of this kind. */
export function lockingOf(provider: string): Locking {
  return {
    provider,
    shared: !/in-?memory|unknown/i.test(provider),
    expires: !KEEP_EXPIRED.includes(provider),
  }
}

/** What a store's settings say about how many processes it runs in. */
export type Deployment = {
  environment: "sandbox" | "production"
  redis: boolean
  /** Medusa's worker mode; a `worker` never runs alone. */
  workerMode?: string
}

/**
 * What is wrong with the store's locks, and what to do: they keep what a killed
 * process held, or they do not reach as far as there may be processes. Null when
 * nothing is.
 */
export function lockingTrouble(
  { provider, shared, expires }: Locking,
  { environment, redis, workerMode }: Deployment
): string | null {
  if (!expires) {
    return `Locks (${provider}) never expire: a process that is killed locks the cart that it completes for ever. Use @medusajs/locking-redis in the locking module.`
  }
  const several =
    redis || environment === "production" || workerMode === "worker"
  return shared || !several
    ? null
    : `Locks (${provider}) hold in one process only. With more than one instance add @medusajs/locking-redis to the locking module.`
}
