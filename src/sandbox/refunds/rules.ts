import { daysBetween } from "../clock/calendar"
import type { SandboxCheckout, SandboxRefundRequest } from "../state/records"
import type { SandboxSettings } from "../state/settings"

const WINDOW_DAYS = 100

/** The refund rules of the specification, with its exact words. */
const REFUND_WORDS = {
  window: "Orders can only be refunded within 100 days of the purchase date.",
  sameDay: "Order can't be refunded on the day of purchase.",
  remainder: "Refund amount exceeds the refundable amount.",
  status: "Only successful checkouts can be refunded.",
  amount: "Refund amount must be an integer of at least 1 cent.",
}

/**
 * Why a refund of `amount` (cents) is refused at `now` (milliseconds), if it
 * is. The day of purchase is day 0; day 100 is the last one.
 */
export function refusalOf(input: {
  checkout: SandboxCheckout
  earlier: SandboxRefundRequest[]
  amount: unknown
  now: number
  settings: SandboxSettings
}): string | undefined {
  const { checkout, amount, now, settings } = input
  if (!Number.isSafeInteger(amount) || Number(amount) < 1) {
    return REFUND_WORDS.amount
  }
  if (checkout.status !== "successful") {
    return REFUND_WORDS.status
  }
  const bought = new Date(checkout.paid_at ?? checkout.created_at)
  const day = daysBetween(bought, now, settings.timeZone)
  if (day > WINDOW_DAYS) {
    return REFUND_WORDS.window
  }
  // A person who reviews a request can let it wait; a machine cannot.
  if (day < 1 && settings.approval === "automatic") {
    return REFUND_WORDS.sameDay
  }
  return Number(amount) > remainder(checkout, input.earlier, settings)
    ? REFUND_WORDS.remainder
    : undefined
}

/** What may still be refunded of a checkout, in cents. */
function remainder(
  checkout: SandboxCheckout,
  earlier: SandboxRefundRequest[],
  settings: SandboxSettings
): number {
  const { failedFreesRemainder } = settings.refunds
  return earlier
    .filter(({ status }) => status !== "failed" || !failedFreesRemainder)
    .reduce((left, { amount }) => left - amount, checkout.amount)
}
