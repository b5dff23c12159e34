import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { INSTALMENTS_MODULE } from "../../../../../modules/instalments"
import { refundRequestAnswer } from "../../answers/refund-request"
import { writeCsv } from "../../csv"
import { refundRequestList } from "../../lists"
import { orderOfNumber } from "../../order-numbers"
import { readInput } from "../../read-input"

const columns = [
  ...(["id", "refund_request_id", "reference", "checkout_id"] as const),
  ...(["order_number", "order_id", "payment_id", "refund_id"] as const),
  ...(["status", "reason", "amount", "currency", "created_at"] as const),
  ...(["send_after", "sent_at", "finished_at", "last_error"] as const),
  "service_amount" as const,
]

/**
 * `GET /admin/instalments/refund-requests/export`: what the same filter lists,
 * newest first, as CSV with amounts in major units.
 */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse
) {
  const query = readInput(refundRequestList, req.query)
  const { order: _, offset: __, limit: ___, ...filter } = query
  const { refundRequests } = req.scope.resolve(INSTALMENTS_MODULE).reports
  const number = await orderOfNumber(req.scope, filter.q)
  const rows = refundRequests.all({ ...filter, orderOfNumber: number })
  const file = { name: "instalment-refund-requests", columns }
  await writeCsv({ scope: req.scope, res }, file, rows, refundRequestAnswer)
}
