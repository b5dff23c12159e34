import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../../../modules/instalments"
import { InstalmentsEvents } from "../../../modules/instalments/events"
import type { RefundRequestRow } from "../../../modules/instalments/ledger/rows"
import { isOver } from "../../../modules/instalments/refunds/state"
import type { InstalmentsModuleService } from "../../../modules/instalments/service"
import { notReturned } from "./not-returned"
import { undoRefund } from "./undo-refund"

/**
 * Sees to the books after a refund that Medusa has booked and that failed, and
 * tells the store. An order takes no refund by its page once it is cancelled:
 * then the row says so, and the money is returned again from its alert.
 */
export async function undoFailed(
  row: RefundRequestRow,
  container: MedusaContainer
): Promise<void> {
  const ledger: InstalmentsModuleService = container.resolve(INSTALMENTS_MODULE)
  const { status } = await ledger.retrieveRefundRequest(row.id)
  if (!isOver(status)) {
    // The service has said meanwhile that it is complete after all.
    return
  }
  const books = await undoRefund(row, container)
  const held_reason = books?.status === "canceled" ? notReturned(row) : null
  await ledger.refunds.explained(row.id, held_reason)
  // Told before it counts as undone: rather twice than never.
  const reason = held_reason ?? row.last_error
  await ledger.emit(InstalmentsEvents.REFUND_FAILED, {
    id: row.id,
    ...(reason ? { reason } : {}),
  })
  await ledger.refunds.undone(row.id, new Date(ledger.now()))
}
