import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { INSTALMENTS_MODULE } from "../../../../../modules/instalments"
import type { CheckoutRow } from "../../../../../modules/instalments/types"
import { type Cell, majorUnits, writeCsv } from "../../csv"
import { checkoutExport, orderOfNumber } from "../../lists"
import { readQuery } from "../../read-input"
import { checkoutAnswer } from "../../answers/checkout"

const COLUMNS = [
  "reference",
  "checkout_id",
  "order_id",
  "cart_id",
  "outcome",
  "status",
  "amount",
  "currency",
  "number_of_payments",
  "created_at",
  "paid_at",
  "outcome_at",
  "held_reason",
]

/**
 * `GET /admin/instalments/checkouts/export`: what the same filter lists, newest
 * first, as CSV with amounts in major units.
 */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse
) {
  const { order: _, ...filter } = readQuery(req, checkoutExport)
  const ledger = req.scope.resolve(INSTALMENTS_MODULE)
  const rows = ledger.reports.checkouts.all({
    ...filter,
    orderOfNumber: await orderOfNumber(req.scope, filter.q),
  })
  const today = new Date(ledger.now()).toISOString().slice(0, 10)
  const file = { name: `instalment-checkouts-${today}.csv`, columns: COLUMNS }
  await writeCsv(res, file, cells(rows))
}

async function* cells(
  rows: AsyncIterable<CheckoutRow>
): AsyncGenerator<Cell[]> {
  for await (const row of rows) {
    const answer = checkoutAnswer(row)
    yield [
      answer.id,
      answer.checkout_id,
      answer.order_id,
      answer.cart_id,
      answer.outcome,
      answer.status,
      majorUnits(answer.amount),
      answer.currency,
      answer.number_of_payments,
      answer.created_at,
      answer.paid_at,
      answer.outcome_at,
      answer.held_reason,
    ]
  }
}
