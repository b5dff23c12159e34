import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { INSTALMENTS_MODULE } from "../../../../modules/instalments"
import {
  dateOf,
  dayOf,
  daysOfMonth,
  momentOf,
} from "../../../../modules/instalments/rules"
import type { Period } from "../../../../modules/instalments/types"

const DAY_MS = 86_400_000

/** A month of a statement, in the merchant's time zone. */
export type Month = {
  month: string
  /** Each of its days. */
  days: string[]
  /** What the ledger is asked for. */
  of: Period
  /** The moment it begins, and the one it is over. */
  from: Date
  until: Date
}

/**
 * Reads the month that a query asks for, else the one of today. A month that has not
 * begun has no statement.
 */
export function monthField(req: AuthenticatedMedusaRequest) {
  const ledger = req.scope.resolve(INSTALMENTS_MODULE)
  const { timeZone, currency } = ledger.options
  const today = dateOf(dayOf(ledger.now(), timeZone)).slice(0, 7)
  const beginning = (date: string, later = 0) =>
    new Date(momentOf(Date.parse(date) / DAY_MS + later, 0, timeZone))
  return z
    .string("month has to be given once")
    .regex(/^[2-9]\d{3}-(0[1-9]|1[0-2])$/, {
      error: "month has to be a month, like 2026-11",
      abort: true,
    })
    .refine((month) => month <= today, {
      error: `month has to be one that has begun, ${today} at the latest`,
    })
    .prefault(today)
    .transform((month): Month => {
      const days = daysOfMonth(month)
      const [first = "", last = ""] = [days[0], days.at(-1)]
      return {
        ...{ month, days },
        of: { from: first, to: last, timeZone, currency },
        ...{ from: beginning(first), until: beginning(last, 1) },
      }
    })
}
