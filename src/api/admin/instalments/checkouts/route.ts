import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { INSTALMENTS_MODULE } from "../../../../modules/instalments"
import { checkoutList, orderOfNumber, pickFields } from "../lists"
import { readQuery } from "../read-input"
import { checkoutAnswer } from "../answers/checkout"

/** `GET /admin/instalments/checkouts`: the ledger's checkouts, by page. */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse
) {
  const { order, offset, limit, fields, ...filter } = readQuery(
    req,
    checkoutList
  )
  const ledger = req.scope.resolve(INSTALMENTS_MODULE)
  const wanted = {
    ...filter,
    orderOfNumber: await orderOfNumber(req.scope, filter.q),
  }
  const { rows, ...counted } = await ledger.reports.checkouts.page(wanted, {
    order,
    offset,
    limit,
  })
  const checkouts = rows.map((row) => pickFields(checkoutAnswer(row), fields))
  res.json({ checkouts, ...counted, offset, limit })
}
