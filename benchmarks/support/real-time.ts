import type { BenchStore } from "./boot"
import { emptyLedger } from "../../integration-tests/more/drains/virtual-time"

/** Empties the ledger and the service, and lets both count in real time. */
export async function beginInRealTime(store: BenchStore): Promise<void> {
  const { ledger, sandbox } = store
  sandbox.reset()
  sandbox.set({ limits: { clock: "sandbox" } })
  await emptyLedger(store)
  await ledger.config.refresh()
}
