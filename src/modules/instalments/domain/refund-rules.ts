import { MedusaError } from "@medusajs/framework/utils"
import { dateOf, dayOf, momentOf } from "./calendar"
import type { ErrorCode } from "./error-codes"
import { moneyInWords } from "./money-in-words"

/** The window of the API specification (Limits): day 0 is the purchase date. */
const WINDOW_DAYS = 100
/** A refund of the purchase day may be sent after this hour of the next. */
export const RESUBMIT_HOUR = 10

/** What decides whether and when a refund may be sent. Amounts are cents. */
export type RefundQuestion = {
  checkout: {
    status: string | null
    amount: number
    currency: string
    paid_at: Date | null
    paid_not_before: Date | null
  }
  /** What is refunded of it or on its way. */
  used: number
  amount: number
  now: number
  timeZone: string
  approval: "automatic" | "manual"
  sameDay: "schedule" | "reject"
}

/** When the refund may be sent, or the rule that forbids it, in one sentence. */
export type RefundVerdict = { sendAfter: Date } | { refusal: string }

/**
 * The service's refund rules (POST /api/refunds, Limits), decided before
 * anything is sent. When the purchase is only known to lie between two moments,
 * the earlier counts for the 100 days and the later for the same day.
 */
export function decideRefund(question: RefundQuestion): RefundVerdict {
  const { checkout, used, amount, timeZone, now } = question
  const { paid_at, paid_not_before, currency } = checkout
  if (checkout.status !== "successful" || !paid_at) {
    return {
      refusal: `Only a successful checkout can be refunded; this one is ${checkout.status ?? "not created"}. Nothing was paid, so nothing has to be returned.`,
    }
  }
  if (!Number.isInteger(amount) || amount < 1) {
    return { refusal: "A refund must be at least 1 cent." }
  }
  const left = checkout.amount - used
  if (amount > left) {
    return {
      refusal: `At most ${moneyInWords(left, currency)} is left to refund: ${moneyInWords(checkout.amount, currency)} were paid and ${moneyInWords(used, currency)} are refunded or on the way. Ask for ${moneyInWords(left, currency)} or less.`,
    }
  }
  const today = dayOf(now, timeZone)
  const bought = dayOf((paid_not_before ?? paid_at).getTime(), timeZone)
  if (today - bought > WINDOW_DAYS) {
    return {
      refusal: `Orders can only be refunded within 100 days of the purchase date: bought on ${dateOf(bought)}, the last day was ${dateOf(bought + WINDOW_DAYS)}. Return the money another way.`,
    }
  }
  const sameDay = today <= dayOf(paid_at.getTime(), timeZone)
  if (!sameDay || question.approval === "manual") {
    return { sendAfter: new Date(now) }
  }
  const next = momentOf(
    dayOf(paid_at.getTime(), timeZone) + 1,
    RESUBMIT_HOUR,
    timeZone
  )
  return question.sameDay === "schedule"
    ? { sendAfter: new Date(next) }
    : {
        refusal: `Order can't be refunded on the day of purchase. Ask again from ${dateOf(today + 1)} 10:00 (${timeZone}).`,
      }
}

/**
 * The error of what a rule forbids (not allowed): `message` names the thing, the
 * rule and what to do next, and reaches the admin or the shop verbatim, as `code` does.
 */
export function refused(
  message: string,
  code: ErrorCode = "instalments_does_not_apply"
): MedusaError {
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, message, code)
}

/** The error when the service or the ledger cannot be asked: `message` is a shopper's. */
export function notAvailable(
  message = "Instalments are not available right now. Try again in a minute or choose another way to pay."
): MedusaError {
  const code: ErrorCode = "instalments_unavailable"
  return new MedusaError(MedusaError.Types.UNEXPECTED_STATE, message, code)
}
