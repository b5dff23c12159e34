import { z } from "@medusajs/framework/zod"

/** More than two years of days is no plot. */
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
export function daysOf({ from, to }: { from: string; to: string }): string[] {
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
export function overviewQuery(today: string) {
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
