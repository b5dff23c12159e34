import type { Locking } from "./read-locking"

/** What a store's settings say about how many processes it runs in. */
export type Deployment = {
  environment: "sandbox" | "production"
  redis: boolean
  /** Medusa's worker mode; a `worker` never runs alone. */
  workerMode?: string
}

/**
 * Why the locks do not reach far enough, and what to do, for the set-up page
 * and the log; null when they do, or when one process is all there seems to be.
 */
export function locksTooNarrow(
  { provider, shared }: Locking,
  { environment, redis, workerMode }: Deployment
): string | null {
  const several =
    redis || environment === "production" || workerMode === "worker"
  return shared || !several
    ? null
    : `Locks (${provider}) hold in one process only. With more than one instance add @medusajs/locking-redis or @medusajs/locking-postgres to the locking module.`
}
