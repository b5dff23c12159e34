import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { INSTALMENTS_MODULE } from "../../../../modules/instalments"
import type { UnmatchedRefundsAnswer } from "../answers"

const MOST = 100

/**
 * `GET /admin/instalments/unmatched-refunds`: refunds of the service's list
 * that no refund request of this store matches: the last hundred, and how many
 * there are.
 */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse
) {
  const ledger = req.scope.resolve(INSTALMENTS_MODULE)
  const { rows, count } = await ledger.unmatchedRefunds.newest(MOST)
  const answer: UnmatchedRefundsAnswer = {
    unmatched_refunds: rows.map((row) => ({
      refund_request_id: row.id,
      amount: row.amount,
      currency: row.currency,
      status: row.status,
      created_at: row.made_at,
      seen_at: row.seen_at.toISOString(),
    })),
    count,
  }
  res.json(answer)
}
