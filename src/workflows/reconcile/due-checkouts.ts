import type { InstalmentsModuleService } from "../../modules/instalments/service"

/**
 * Which checkouts are to be looked at now: pending or contradicted ones, and
 * those that ended before their id at the service was known.
 */
export function dueFilter(ledger: InstalmentsModuleService) {
  return {
    look_after: { $lte: new Date(ledger.now()) },
    $or: [
      { status: { $ne: "successful" } },
      { status: null },
      { outcome: { $ne: "open" as const } },
    ],
  }
}
