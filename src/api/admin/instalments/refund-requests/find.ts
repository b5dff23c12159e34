import { MedusaError } from "@medusajs/framework/utils"
import type { FoundRefundRequest } from "../../../../modules/instalments/reports/refund-requests"
import type { InstalmentsModuleService } from "../../../../modules/instalments/service"

/** One refund request with what the admin shows of it. @throws MedusaError 404. */
export async function findRefundRequest(
  ledger: InstalmentsModuleService,
  id: string
): Promise<FoundRefundRequest> {
  const page = { order: "-created_at", offset: 0, limit: 1 } as const
  const { rows } = await ledger.reports.refundRequests.page({ id }, page)
  const [row] = rows
  if (!row) {
    throw new MedusaError(
      MedusaError.Types.NOT_FOUND,
      `The ledger has no refund request ${id}.`
    )
  }
  return row
}
