import type { Locking } from "./read-locking"

/** What a store's settings say about how many processes it runs in. */
export type Deployment = {
  environment: "sandbox" | "production"
  redis: boolean
  /** Medusa's worker mode; a `worker` never runs alone. */
  workerMode?: string
}

/**
 * What is wrong with the store's locks, and what to do, for the set-up page and
 * the log: they keep what a killed process held, or they do not reach as far as
 * there may be processes. Null when nothing is.
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
