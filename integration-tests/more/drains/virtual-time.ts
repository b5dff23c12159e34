import { TABLES } from "../../../src/modules/instalments/ledger/rows"
import type { Store } from "../../harness/with-store"

const TABLES_OF_THE_LEDGER = [
  ...Object.values(TABLES),
  "instalments_checkout_session",
  "instalments_request_limit",
  "instalments_sweep",
  "instalments_job_run",
]

/**
 * Empties the ledger and the service. Both then use the service's time, which
 * runs and can be moved forward.
 */
export async function beginInVirtualTime(store: Store): Promise<void> {
  const { ledger, sandbox } = store
  sandbox.reset()
  sandbox.set({ limits: { clock: "sandbox" } })
  Object.defineProperty(ledger.options, "clockOffset", {
    configurable: true,
    get: () => sandbox.now() - Date.now(),
    set: () => undefined,
  })
  let waiting: Promise<unknown> = Promise.resolve()
  ledger.limits.clock = () => sandbox.now()
  ledger.limits.stopwatch = {
    elapsed: () => sandbox.now(),
    // Waits side by side take the longest one's time, and not the sum.
    pause: (ms) => {
      const until = sandbox.now() + ms
      const rest = () => sandbox.advance(Math.max(0, until - sandbox.now()))
      return (waiting = waiting.then(rest))
    },
  }
  await emptyLedger(store)
}

/** Deletes every row of the ledger. */
export async function emptyLedger({ ledger }: Store): Promise<void> {
  await ledger["db"].raw(`truncate ${TABLES_OF_THE_LEDGER.join(", ")}`)
}
