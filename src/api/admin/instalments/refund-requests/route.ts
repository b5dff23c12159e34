import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { INSTALMENTS_MODULE } from "../../../../modules/instalments"
import { refundRequestList, orderOfNumber, pickFields } from "../lists"
import { readQuery } from "../read-input"
import { refundRequestAnswer } from "../answers/refund-request"

/** `GET /admin/instalments/refund-requests`: the refund requests, by page. */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse
) {
  const { order, offset, limit, fields, ...filter } = readQuery(
    req,
    refundRequestList
  )
  const ledger = req.scope.resolve(INSTALMENTS_MODULE)
  const wanted = {
    ...filter,
    orderOfNumber: await orderOfNumber(req.scope, filter.q),
  }
  const { rows, ...counted } = await ledger.reports.refundRequests.page(
    wanted,
    {
      order,
      offset,
      limit,
    }
  )
  const refund_requests = rows.map((row) =>
    pickFields(refundRequestAnswer(row), fields)
  )
  res.json({ refund_requests, ...counted, offset, limit })
}
