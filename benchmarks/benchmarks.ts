import { reconcileDrain } from "./drains/reconcile-drain"
import { refundDrain } from "./drains/refund-drain"
import type { Benchmark } from "./figure"
import { ledgerGrowth } from "./ledger/ledger-growth"

/** The benchmarks by the names by which one is run, in the order of a run. */
export const benchmarks: Record<string, Benchmark> = {
  "reconcile-drain": reconcileDrain,
  "refund-drain": refundDrain,
  "ledger-growth": ledgerGrowth,
}
