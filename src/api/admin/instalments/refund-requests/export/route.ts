import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../../../../../modules/instalments"
import type { FoundRefundRequest } from "../../../../../modules/instalments/types"
import { type Cell, majorUnits, writeCsv } from "../../csv"
import { refundRequestExport, orderOfNumber } from "../../lists"
import { orderNumbers } from "../../order-numbers"
import { readQuery } from "../../read-input"
import { refundRequestAnswer } from "../../answers/refund-request"

const COLUMNS = [
  "id",
  "refund_request_id",
  "reference",
  "checkout_id",
  "order_number",
  "order_id",
  "payment_id",
  "refund_id",
  "status",
  "reason",
  "amount",
  "currency",
  "created_at",
  "send_after",
  "sent_at",
  "finished_at",
  "last_error",
  "service_amount",
] as const

/**
 * `GET /admin/instalments/refund-requests/export`: what the same filter lists,
 * newest first, as CSV with amounts in major units.
 */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse
) {
  const { order: _, ...filter } = readQuery(req, refundRequestExport)
  const ledger = req.scope.resolve(INSTALMENTS_MODULE)
  const rows = ledger.reports.refundRequests.all({
    ...filter,
    orderOfNumber: await orderOfNumber(req.scope, filter.q),
  })
  const today = new Date(ledger.now()).toISOString().slice(0, 10)
  const name = `instalment-refund-requests-${today}.csv`
  await writeCsv(res, { name, columns: COLUMNS }, cells(req.scope, rows))
}

async function* cells(
  container: MedusaContainer,
  batches: AsyncIterable<FoundRefundRequest[]>
): AsyncGenerator<Cell[][]> {
  for await (const rows of batches) {
    const numbers = await orderNumbers(container, rows)
    yield rows.map((row) => {
      const answer = refundRequestAnswer(row)
      const { amount, service_amount } = answer
      const cells = {
        ...answer,
        order_number: numbers.get(row.order_id) ?? null,
        amount: majorUnits(amount),
        service_amount:
          service_amount === null ? null : majorUnits(service_amount),
      }
      return COLUMNS.map((name) => cells[name])
    })
  }
}
