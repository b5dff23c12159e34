import { MedusaError } from "@medusajs/framework/utils"
import { findPage } from "../../../../modules/instalments/reports/search"
import {
  searchRefundRequests,
  type FoundRefundRequest,
} from "../../../../modules/instalments/reports/refund-requests"
import type { InstalmentsModuleService } from "../../../../modules/instalments/service"

/** One refund request with what the admin shows of it. @throws MedusaError 404. */
export async function findRefundRequest(
  ledger: InstalmentsModuleService,
  id: string
): Promise<FoundRefundRequest> {
  const search = await searchRefundRequests(ledger.db, { id })
  const { rows } = await findPage<FoundRefundRequest>(search, {
    offset: 0,
    limit: 1,
    order: { column: search.moment, descending: true },
  })
  const [row] = rows
  if (!row) {
    throw new MedusaError(
      MedusaError.Types.NOT_FOUND,
      `The ledger has no refund request ${id}.`
    )
  }
  return row
}
