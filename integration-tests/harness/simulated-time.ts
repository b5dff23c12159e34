import { setTimeout as sleep } from "node:timers/promises"
import type { InstalmentsModuleService } from "../../src/modules/instalments/service"

/** An object whose time can be moved. */
type SimulatedTime = {
  store: { ledger: InstalmentsModuleService; sandbox: { now(): number } }
  passTime(ms: number): Promise<void>
}

/**
 * The store counts the service's limits in the service's time, so that waiting
 * takes no real time. The service's clock stands while it waits for an answer
 * to a callback: then the wait is a real one.
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
