import { callbackToOrder } from "../callback-to-order"
import { choosingInstalments } from "../choosing-instalments"
import { offers } from "../offers"
import { reconcileDrain } from "../reconcile-drain"
import { refundToService } from "../refund-to-service"
import type { Benchmark } from "./figure"

/** The benchmarks by the names by which one is run, in the order of a run. */
export const benchmarks: Record<string, Benchmark> = {
  "callback-to-order": callbackToOrder,
  "choosing-instalments": choosingInstalments,
  offers,
  "refund-to-service": refundToService,
  "reconcile-drain": reconcileDrain,
}
