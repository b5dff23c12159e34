import { setTimeout as sleep } from "node:timers/promises"
import type { InstalmentsModuleService } from "../../src/modules/instalments/service"

/** Where time passes as it is told to. */
type SimulatedTime = {
  store: { ledger: InstalmentsModuleService; sandbox: { now(): number } }
  passTime(ms: number): Promise<void>
}

/**
 * The store counts the service's limits in the service's time, so that what it
 * waits for passes at once. The service's clock stands while it waits for an
 * answer to a callback: then the wait is as long as it is.
 */
export function waitInSimulatedTime({ store, passTime }: SimulatedTime) {
  const { limits } = store.ledger
  const now = () => store.sandbox.now()
  limits.clock = now
  limits.stopwatch = {
    elapsed: now,
    pause: (ms) =>
      Promise.race([passTime(ms), sleep(ms, null, { ref: false })]),
  }
}
