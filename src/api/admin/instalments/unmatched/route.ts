import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { INSTALMENTS_MODULE } from "../../../../modules/instalments"
import type { UnmatchedAnswer } from "../answers"

const MOST = 100

/**
 * `GET /admin/instalments/unmatched`: paid checkouts of the service's list that
 * no checkout of this store matches: the newest hundred, and how many there
 * are.
 */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse
) {
  const ledger = req.scope.resolve(INSTALMENTS_MODULE)
  const { rows, count } = await ledger.unmatched.newest(MOST)
  const answer: UnmatchedAnswer = {
    unmatched_payments: rows.map((row) => ({
      checkout_id: row.id,
      amount: row.amount,
      currency: row.currency,
      created_at: row.opened_at.toISOString(),
      seen_at: row.seen_at.toISOString(),
    })),
    count,
  }
  res.json(answer)
}
