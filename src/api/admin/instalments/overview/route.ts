import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { INSTALMENTS_MODULE } from "../../../../modules/instalments"
import { dateOf, dayOf } from "../../../../modules/instalments/rules"
import type { PaidOfDay } from "../../../../modules/instalments/types"
import type { Figure, OverviewAnswer } from "../answers"
import { readInput } from "../read-input"

/** A plot of more than two years of days cannot be read. */
const MOST_DAYS = 800
const DAY_MS = 86_400_000

const day = (what: string) =>
  z
    .string(`${what} has to be given once`)
    .refine(
      (text) =>
        /^\d{4}-\d\d-\d\d$/.test(text) &&
        new Date(`${text}T00:00Z`).toString() !== "Invalid Date" &&
        new Date(`${text}T00:00Z`).toISOString().startsWith(text),
      { error: `${what} has to be a day, like 2026-11-21` }
    )
    .optional()

/** The days of a period, both ends included, as dates. */
function daysOf({ from, to }: { from: string; to: string }): string[] {
  const first = Date.parse(from)
  const count = Math.round((Date.parse(to) - first) / DAY_MS) + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) =>
    new Date(first + index * DAY_MS).toISOString().slice(0, 10)
  )
}

/**
 * The query of `GET /admin/instalments/overview`: the last 30 days unless it
 * names others. `today` is the merchant's.
 */
function overviewQuery(today: string) {
  const ago = (days: number) =>
    new Date(Date.parse(today) - days * DAY_MS).toISOString().slice(0, 10)
  return z
    .strictObject({ from: day("from"), to: day("to") })
    .transform(({ from, to }) => ({ from: from ?? ago(29), to: to ?? today }))
    .refine(({ from, to }) => from <= to, {
      error: "from has to be a day before to, or the same",
    })
    .refine((period) => daysOf(period).length <= MOST_DAYS, {
      error: `the period has to be at most ${MOST_DAYS} days`,
    })
}

/** `GET /admin/instalments/overview?from=&to=`: the owner's figures. */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse
) {
  const ledger = req.scope.resolve(INSTALMENTS_MODULE)
  const { timeZone, currency } = ledger.options
  const { overview } = ledger.reports
  const now = ledger.now()
  const today = dateOf(dayOf(now, timeZone))
  const { from, to } = readInput(overviewQuery(today), req.query)
  const period = { from, to, timeZone, currency }
  const [paid, unpaid, terms, waiting, outstanding] = await Promise.all([
    overview.paidByDay(period),
    overview.unpaidByDay(period),
    overview.termsChosen(period),
    overview.callbackToOrder(period),
    overview.refundsOutstanding(period),
  ])
  const unpaidOf = new Map(unpaid.map((entry) => [entry.day, entry]))
  const answer: OverviewAnswer = {
    overview: {
      from,
      to,
      time_zone: timeZone,
      currency,
      days: daysOf({ from, to }).map((day) => ({
        day,
        placed: figure(paid, day, "placed"),
        returned: figure(paid, day, "returned"),
        held: figure(paid, day, "held"),
        open: figure(paid, day, "open"),
        cancelled: unpaidOf.get(day)?.cancelled ?? 0,
        abandoned: unpaidOf.get(day)?.abandoned ?? 0,
      })),
      terms,
      refunds_outstanding: outstanding.map(
        ({ filed_at, total: _, sum: __, ...row }) => ({
          ...row,
          created_at: filed_at.toISOString(),
          age_seconds: Math.round((now - filed_at.getTime()) / 1_000),
        })
      ),
      refunds_outstanding_total: {
        count: outstanding[0]?.total ?? 0,
        amount: outstanding[0]?.sum ?? 0,
      },
      callback_to_order: waiting,
    },
  }
  res.json(answer)
}

function figure(
  paid: PaidOfDay[],
  day: string,
  outcome: PaidOfDay["outcome"]
): Figure {
  const entry = paid.find((row) => row.day === day && row.outcome === outcome)
  return { count: entry?.count ?? 0, amount: entry?.amount ?? 0 }
}
