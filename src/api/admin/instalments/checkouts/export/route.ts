import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../../../../../modules/instalments"
import type { CheckoutRow } from "../../../../../modules/instalments/types"
import { type Cell, majorUnits, writeCsv } from "../../csv"
import { checkoutExport, orderOfNumber } from "../../lists"
import { orderNumbers } from "../../order-numbers"
import { readQuery } from "../../read-input"
import { checkoutAnswer } from "../../answers/checkout"

const COLUMNS = [
  "reference",
  "checkout_id",
  "order_number",
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
] as const

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
  await writeCsv(res, file, cells(req.scope, rows))
}

async function* cells(
  container: MedusaContainer,
  batches: AsyncIterable<CheckoutRow[]>
): AsyncGenerator<Cell[][]> {
  for await (const rows of batches) {
    const numbers = await orderNumbers(container, rows)
    yield rows.map((row) => {
      const answer = {
        ...checkoutAnswer(row),
        reference: row.id,
        order_number: numbers.get(row.order_id) ?? null,
        amount: majorUnits(row.amount),
      }
      return COLUMNS.map((name) => answer[name])
    })
  }
}
