import type { InstalmentsModuleService } from "../../modules/instalments/service"

/**
 * Which checkouts are to be looked at now: pending or contradicted ones, and
 * those that ended although their id at the service is not known.
 */
export function dueFilter(ledger: InstalmentsModuleService) {
  return {
    look_after: { $lte: new Date(ledger.now()) },
    $or: [
      { status: { $ne: "successful" } },
      { status: null },
      { checkout_id: null, outcome: { $ne: "open" as const } },
    ],
  }
}
