import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { INSTALMENTS_MODULE } from "../../../../modules/instalments"
import { checkoutAnswer } from "../answers/checkout"
import { checkoutList } from "../lists"
import { orderOfNumber } from "../order-numbers"
import { readInput } from "../read-input"

/** `GET /admin/instalments/checkouts`: the ledger's checkouts, by page. */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse
) {
  const { order, offset, limit, ...filter } = readInput(checkoutList, req.query)
  const { checkouts } = req.scope.resolve(INSTALMENTS_MODULE).reports
  const { rows, count } = await checkouts.page(
    { ...filter, orderOfNumber: await orderOfNumber(req.scope, filter.q) },
    { order, offset, limit }
  )
  res.json({ checkouts: rows.map(checkoutAnswer), count, offset, limit })
}
