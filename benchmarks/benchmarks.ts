import type { Benchmark } from "./figure"
import { reconcileDrain } from "./drains/reconcile-drain"

/** The benchmarks by the names by which one is run, in the order of a run. */
export const benchmarks: Record<string, Benchmark> = {
  "reconcile-drain": reconcileDrain,
}
