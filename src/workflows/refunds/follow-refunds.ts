import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import { log, messageOf } from "../../modules/instalments/log"
import { refundCheckPause } from "../../modules/instalments/rules"
import { RateLimitError } from "../../modules/instalments/service-api"
import type {
  InstalmentsModuleService,
  RefundRequestRow,
  Urgency,
} from "../../modules/instalments/types"
import { announce } from "./announce"
import { learnRefund } from "./learn-refund"

/** So many refund requests are asked after by id in one run. */
const FETCHES_A_RUN = 30

/** Asks after the refund requests that are under way and due for a look. */
export async function followRefunds(container: MedusaContainer): Promise<void> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const due = await ledger.listRefundRequests(
    { ...dueFilter(ledger), refund_request_id: { $ne: null } },
    { take: FETCHES_A_RUN, order: { look_after: "ASC" } }
  )
  for (const row of due) {
    try {
      await askAfter(container, row, "background")
    } catch (error) {
      if (error instanceof RateLimitError) {
        return
      }
      // One that fails never stops the others.
      log(container).warn(
        `Refund request ${row.id} was not asked after: ${messageOf(error)}`,
        row
      )
      const pause = refundCheckPause(row.looks + 1)
      await ledger.refunds.looked(row, new Date(ledger.now() + pause))
    }
  }
}

/**
 * Asks the service about the refund requests of one checkout now, whether they
 * are due or not.
 *
 * @throws ServiceError; `RateLimitError` says when it may be asked again.
 */
export async function followRefundsOf(
  container: MedusaContainer,
  reference: string
): Promise<void> {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const known = await ledger.listRefundRequests(
    {
      reference,
      status: ["requested", "pending", "failed", "complete"],
      refund_request_id: { $ne: null },
    },
    { take: FETCHES_A_RUN, order: { created_at: "DESC" } }
  )
  for (const row of known) {
    await askAfter(container, row, "on_demand")
  }
}

async function askAfter(
  container: MedusaContainer,
  row: RefundRequestRow,
  urgency: Urgency
) {
  const ledger = container.resolve(INSTALMENTS_MODULE)
  const id = String(row.refund_request_id)
  const { status } = await ledger.client.fetchRefund(id, urgency)
  await announce(container, row, await learnRefund(ledger, row, status))
}

/** Which refund requests, that the service has, are to be asked after now. */
function dueFilter(ledger: InstalmentsModuleService) {
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
