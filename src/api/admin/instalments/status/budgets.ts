import {
  ENDPOINTS,
  type Endpoint,
} from "../../../../modules/instalments/limits/endpoints"
import type { InstalmentsModuleService } from "../../../../modules/instalments/service"
import type { Budget } from "../answers"

/** What each limit of the service's leaves a merchant, over all processes. */
export async function budgets(
  ledger: InstalmentsModuleService
): Promise<Budget[]> {
  const endpoints = Object.keys(ENDPOINTS) as Endpoint[]
  return Promise.all(
    endpoints.map(async (endpoint) => {
      const { requests, windowMs } = ENDPOINTS[endpoint]
      const { waitMs, used } = await ledger.limits.look(endpoint, "hint")
      const limited = requests !== Infinity
      return {
        endpoint,
        requests: limited ? requests : null,
        window_seconds: limited ? windowMs / 1_000 : null,
        used,
        next_at: new Date(ledger.now() + waitMs).toISOString(),
        wait_seconds: Math.ceil(waitMs / 1_000),
      }
    })
  )
}
