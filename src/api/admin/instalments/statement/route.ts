import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { INSTALMENTS_MODULE } from "../../../../modules/instalments"
import type { StatementAnswer } from "../answers"
import { readQuery } from "../read-input"
import { monthField } from "./month"

/** `GET /admin/instalments/statement?month=2026-11`: the month's sums. */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse
) {
  const query = z.strictObject({ month: monthField(req) })
  const { month } = readQuery(req, query)
  const ledger = req.scope.resolve(INSTALMENTS_MODULE)
  const now = new Date(ledger.now())
  const sums = await ledger.reports.statement.read(month.of, month.days)
  const answer: StatementAnswer = {
    statement: {
      month: month.month,
      time_zone: month.of.timeZone,
      currency: month.of.currency,
      is_over: now >= month.until,
      made_at: now.toISOString(),
      ...sums,
    },
  }
  res.json(answer)
}
