import { MedusaModule } from "@medusajs/framework/modules-sdk"
import type { ConfigModule, Logger } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { inWords, type Finding } from "./list"

// Medusa's type of the module has neither its provider nor a way to it.
const locking = z.object({
  defaultProviderId: z.string(),
  providerService_: z.custom<Providers>().optional(),
})

type Providers = {
  retrieveProviderRegistration(id: string): {
    constructor: { identifier?: string }
  }
}

/**
 * These keep a lock after its end. To be checked again with each release of
 * Medusa.
 */
const KEEP_EXPIRED = ["locking-postgres"]

/** Medusa's locking: its provider, and the properties of its locks. */
export type Locking = {
  provider: string
  /** Whether they hold over processes. */
  shared: boolean
  /** Whether a lock ends when its process was killed before releasing it. */
  expires: boolean
}

/**
 * Which provider Medusa's locking module uses, by its class: a store may give
 * it any id. `unknown` when it cannot be read.
 */
export function readLocking(module: unknown): Locking {
  const { data } = locking.safeParse(module)
  const id = data?.defaultProviderId ?? "unknown"
  const provider =
    data?.providerService_?.retrieveProviderRegistration(id).constructor
      .identifier ?? id
  return lockingOf(provider)
}

/** The properties of the locks of such a provider. */
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
 * Whether locks hold over all instances, where there may be several, and end
 * when a process is killed.
 */
export function lockingFinding(
  { provider, shared, expires }: Locking,
  { environment, redis, workerMode }: Deployment
): Finding {
  if (!expires) {
    return {
      state: "warning",
      saw: `Locks (${provider}) never expire: a process that is killed locks the cart that it completes for ever.`,
      next: "Use @medusajs/locking-redis in the locking module.",
    }
  }
  if (shared) {
    return { state: "ok", saw: `Locks (${provider}) hold over all instances.` }
  }
  const saw = `Locks (${provider}) hold in one process only.`
  // Only the merchant knows whether there is another instance.
  return redis || environment === "production" || workerMode === "worker"
    ? {
        ...{ state: "note", saw },
        next: "With more than one instance add @medusajs/locking-redis to the locking module.",
      }
    : { state: "ok", saw: `${saw} That is right for one instance.` }
}

/**
 * Logs what is wrong with the store's locks. Call it when every module is
 * loaded.
 */
export function warnOfLocks(
  environment: "sandbox" | "production",
  container: Record<string, unknown>
): void {
  const config = container[ContainerRegistrationKeys.CONFIG_MODULE] as
    ConfigModule | undefined
  const logger = container[ContainerRegistrationKeys.LOGGER] as Logger
  // Stores need not name this module of Medusa as a dependency.
  const loaded = MedusaModule.getModuleInstance(Modules.LOCKING)
  const { redisUrl, workerMode } = config?.projectConfig ?? {}
  const found = lockingFinding(readLocking(loaded?.[Modules.LOCKING]), {
    environment,
    redis: Boolean(redisUrl),
    workerMode,
  })
  if (found.state !== "ok") {
    logger.warn(`Instalments: ${inWords(found)}`)
  }
}
