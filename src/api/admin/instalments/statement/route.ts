import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { INSTALMENTS_MODULE } from "../../../../modules/instalments"
import { dateOf, dayOf, momentOf } from "../../../../modules/instalments/rules"
import type { StatementAnswer } from "../answers"
import { readInput } from "../read-input"
import { compare } from "./compare"

const DAY_MS = 86_400_000

/**
 * `GET /admin/instalments/statement?month=2026-11`: the month's sums, in the merchant's
 * time zone, and how the three sources differ now. Without `month` it is today's.
 */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse
) {
  const ledger = req.scope.resolve(INSTALMENTS_MODULE)
  const { timeZone, currency } = ledger.options
  const now = ledger.now()
  const today = dateOf(dayOf(now, timeZone)).slice(0, 7)
  const { month } = readInput(
    z.strictObject({ month: monthUntil(today) }),
    req.query
  )
  const [year = 0, number = 1] = month.split("-").map(Number)
  const beginning = (months: number) =>
    new Date(
      momentOf(Date.UTC(year, number - 1 + months) / DAY_MS, 0, timeZone)
    )
  const of = { currency, from: beginning(0), until: beginning(1) }
  const sums = await ledger.reports.statement.read(of)
  const answer: StatementAnswer = {
    statement: {
      ...{ month, time_zone: timeZone, currency },
      is_over: now >= of.until.getTime(),
      made_at: new Date(now).toISOString(),
      ...sums,
      ...(await compare(req.scope, of)),
    },
  }
  res.json(answer)
}

/** A month that has not begun has no statement. */
const monthUntil = (today: string) =>
  z
    .string("month has to be given once")
    .regex(/^[2-9]\d{3}-(0[1-9]|1[0-2])$/, {
      error: "month has to be a month, like 2026-11",
      abort: true,
    })
    .refine((month) => month <= today, {
      error: `month has to be one that has begun, ${today} at the latest`,
    })
    .prefault(today)
