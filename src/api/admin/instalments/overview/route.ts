import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { INSTALMENTS_MODULE } from "../../../../modules/instalments"
import { dateOf, dayOf } from "../../../../modules/instalments/rules"
import type { Figure, OverviewAnswer } from "../answers"
import { readInput } from "../read-input"

/** A plot of more than two years of days cannot be read. */
const MOST_DAYS = 800
const DAY_MS = 86_400_000

const query = z.strictObject({
  days: z.coerce
    .number("days has to be a number")
    .int("days has to be a whole number")
    .min(1, "days has to be at least 1")
    .max(MOST_DAYS, `days has to be at most ${MOST_DAYS}`)
    .default(30),
})

/** `GET /admin/instalments/overview?days=`: the owner's figures, up to today. */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse
) {
  const ledger = req.scope.resolve(INSTALMENTS_MODULE)
  const { environment, timeZone, currency } = ledger.options
  const { overview } = ledger.reports
  const now = ledger.now()
  const today = Date.parse(dateOf(dayOf(now, timeZone)))
  const { days: count } = readInput(query, req.query)
  const days = Array.from({ length: count }, (_, index) =>
    new Date(today - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10)
  )
  const period = { from: days[0]!, to: days.at(-1)!, timeZone, currency }
  const [paid, refunds] = await Promise.all([
    overview.paidByDay(period),
    overview.refundsUnderWay(currency, now),
  ])
  const paidOn = (day: string, outcome: string) =>
    figure(paid.find((row) => row.day === day && row.outcome === outcome))
  const answer: OverviewAnswer = {
    overview: {
      environment,
      time_zone: timeZone,
      currency,
      days: days.map((day) => ({
        day,
        placed: paidOn(day, "placed"),
        returned: paidOn(day, "returned"),
        held: paidOn(day, "held"),
        open: paidOn(day, "open"),
      })),
      refunds_under_way: [0, 1, 2, 3, 4].map((age) =>
        figure(refunds.find((row) => row.age === age))
      ),
    },
  }
  res.json(answer)
}

const figure = (row: Figure | undefined): Figure => ({
  count: row?.count ?? 0,
  amount: row?.amount ?? 0,
})
