import type {
  InstalmentsModuleService,
  RefundRequestRow,
} from "../../modules/instalments/types"

/** So many refund requests are asked after by id in one run. */
export const FETCHES_A_RUN = 30

/** Which refund requests, that the service has, are to be asked after now. */
export function dueFilter(ledger: InstalmentsModuleService) {
  return {
    status: ["requested", "pending", "failed", "complete"] as (
      "requested" | "pending" | "failed" | "complete"
    )[],
    look_after: { $lte: new Date(ledger.now()) },
  }
}

/** Whether a refund request is to be looked at now. */
export function isDue(
  ledger: InstalmentsModuleService,
  { look_after }: RefundRequestRow
): boolean {
  return look_after !== null && look_after.getTime() <= ledger.now()
}

/** Whether more are due than a run can ask after: then the list is read. */
export async function manyDue(
  ledger: InstalmentsModuleService
): Promise<boolean> {
  const [, due] = await ledger.listAndCountRefundRequests(dueFilter(ledger), {
    take: 1,
    select: ["id"],
  })
  return due > FETCHES_A_RUN
}
