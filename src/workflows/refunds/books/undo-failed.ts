import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../../../modules/instalments"
import type { RefundRequestRow } from "../../../modules/instalments/ledger/rows"
import type { InstalmentsModuleService } from "../../../modules/instalments/service"
import { notReturned } from "./not-returned"
import { undoRefund } from "./undo-refund"

/**
 * Sees to the books after a refund that Medusa has booked and that failed. An
 * order takes no refund by its page once it is cancelled: then the row says so,
 * and the money is returned again from its alert.
 */
export async function undoFailed(
  row: RefundRequestRow,
  container: MedusaContainer
): Promise<void> {
  const ledger: InstalmentsModuleService = container.resolve(INSTALMENTS_MODULE)
  const books = await undoRefund(row, container)
  const held_reason = books?.status === "canceled" ? notReturned(row) : null
  const undone_at = new Date(ledger.now())
  await ledger.updateRefundRequests({ id: row.id, undone_at, held_reason })
}
