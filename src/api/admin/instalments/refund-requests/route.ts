import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { INSTALMENTS_MODULE } from "../../../../modules/instalments"
import { refundRequestAnswer } from "../answers/refund-request"
import { refundRequestList } from "../lists"
import { orderOfNumber } from "../order-numbers"
import { readInput } from "../read-input"

/** `GET /admin/instalments/refund-requests`: the refund requests, by page. */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse
) {
  const query = readInput(refundRequestList, req.query)
  const { order, offset, limit, ...filter } = query
  const { refundRequests } = req.scope.resolve(INSTALMENTS_MODULE).reports
  const { rows, count } = await refundRequests.page(
    { ...filter, orderOfNumber: await orderOfNumber(req.scope, filter.q) },
    { order, offset, limit }
  )
  const refund_requests = rows.map(refundRequestAnswer)
  res.json({ refund_requests, count, offset, limit })
}
