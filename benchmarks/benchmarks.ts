import { doubtDrain } from "./drains/doubt-drain"
import { reconcileDrain } from "./drains/reconcile-drain"
import { refundDrain } from "./drains/refund-drain"
import { steadyShopping } from "./drains/steady-shopping"
import type { Benchmark } from "./figure"
import { footprint } from "./footprint/footprint"
import { ledgerGrowth, ledgerYears } from "./ledger/ledger-growth"
import { memory } from "./memory/memory"
import { callbackToOrder } from "./requests/callback-to-order"
import { choosingInstalments } from "./requests/choosing-instalments"
import { duplicateCallbacks } from "./requests/duplicate-callbacks"
import { initiatePayment } from "./requests/initiate-payment"
import { offers } from "./requests/offers"
import { refundToService } from "./requests/refund-to-service"
import { returnPage } from "./requests/return-page"
import { throughput } from "./throughput/throughput"

/** The benchmarks by the names by which one is run, in the order of a run. */
export const benchmarks: Record<string, Benchmark> = {
  "callback-to-order": callbackToOrder,
  "duplicate-callbacks": duplicateCallbacks,
  "choosing-instalments": choosingInstalments,
  "initiate-payment": initiatePayment,
  offers,
  "refund-to-service": refundToService,
  "return-page": returnPage,
  throughput,
  memory,
  footprint,
  "reconcile-drain": reconcileDrain,
  "refund-drain": refundDrain,
  "doubt-drain": doubtDrain,
  "steady-shopping": steadyShopping,
  "ledger-growth": ledgerGrowth,
  "ledger-years": ledgerYears,
}

/** Those that a run of all leaves out: they take too long for that. */
export const BY_NAME_ONLY = ["ledger-years", "steady-shopping"]
