import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import { RateLimitError } from "../../modules/instalments/service-api"
import type { RefundRequestRow, Urgency } from "../../modules/instalments/types"
import { log, messageOf } from "../../modules/instalments/log"
import { refundLookPause } from "../../modules/instalments/rules"
import { announce } from "./announce"
import { dueFilter, FETCHES_A_RUN } from "./due-refunds"
import { learnRefund } from "./learn-refund"

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
      const pause = refundLookPause(row.looks + 1)
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
    await askAfter(container, row, "hint")
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
