import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { INSTALMENTS_MODULE } from "../../../../modules/instalments"
import type { CheckoutRow } from "../../../../modules/instalments/ledger/rows"
import { searchCheckouts } from "../../../../modules/instalments/reports/checkouts"
import { findPage } from "../../../../modules/instalments/reports/search"
import type { InstalmentsModuleService } from "../../../../modules/instalments/service"
import { pickFields } from "../fields"
import { orderOfNumber } from "../order-of-number"
import { readQuery } from "../read-input"
import { checkoutAnswer } from "../rows/checkout"
import { listQuery } from "./query"

/** `GET /admin/instalments/checkouts`: the ledger's checkouts, by page. */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse
) {
  const { order, offset, limit, fields, ...filter } = readQuery(req, listQuery)
  const ledger: InstalmentsModuleService = req.scope.resolve(INSTALMENTS_MODULE)
  const search = await searchCheckouts(ledger.db, {
    ...filter,
    orderOfNumber: await orderOfNumber(req.scope, filter.q),
  })
  const key = order.replace("-", "")
  const { rows, count } = await findPage<CheckoutRow>(search, {
    offset,
    limit,
    order: {
      column: key === "created_at" ? search.moment : key,
      descending: order.startsWith("-"),
    },
  })
  const checkouts = rows.map((row) => pickFields(checkoutAnswer(row), fields))
  res.json({ checkouts, count, offset, limit })
}
