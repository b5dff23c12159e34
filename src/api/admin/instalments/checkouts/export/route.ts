import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { INSTALMENTS_MODULE } from "../../../../../modules/instalments"
import { checkoutAnswer } from "../../answers/checkout"
import { writeCsv } from "../../csv"
import { checkoutList } from "../../lists"
import { orderOfNumber } from "../../order-numbers"
import { readInput } from "../../read-input"

const columns = [
  ...(["reference", "checkout_id", "order_number", "order_id"] as const),
  ...(["cart_id", "outcome", "status", "amount", "currency"] as const),
  ...(["number_of_payments", "created_at", "paid_at"] as const),
  ...(["outcome_at", "held_reason"] as const),
]

/**
 * `GET /admin/instalments/checkouts/export`: what the same filter lists, newest
 * first, as CSV with amounts in major units.
 */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse
) {
  const {
    order: _,
    offset: __,
    limit: ___,
    ...filter
  } = readInput(checkoutList, req.query)
  const { checkouts } = req.scope.resolve(INSTALMENTS_MODULE).reports
  const number = await orderOfNumber(req.scope, filter.q)
  const rows = checkouts.all({ ...filter, orderOfNumber: number })
  const file = { name: "instalment-checkouts", columns }
  await writeCsv({ scope: req.scope, res }, file, rows, (row) => ({
    ...checkoutAnswer(row),
    reference: row.id,
  }))
}
