import {
  CredentialsError,
  RateLimitError,
  RuleError,
  SignatureError,
  UnavailableError,
} from "../client/errors"
import { dayOf, momentOf } from "../domain/calendar"
import type { RefundRequestRow } from "../ledger/rows"
import { messageOf } from "../telemetry/log"

const SAME_DAY = "Order can't be refunded on the day of purchase."
const TOO_LATE =
  "Orders can only be refunded within 100 days of the purchase date."
const RETRY_MS = 60_000
const KEYS_RETRY_MS = 10 * 60_000
/** When the list of refund requests is first asked about a lost answer. */
const DOUBT_MS = 60_000

/** What a failed sending was, and what it leaves in the refund request's row. */
export type AfterFailure = {
  event: "unsent" | "refused" | "unanswered"
} & Partial<RefundRequestRow>

/**
 * What a failed sending means: certainly refused, certainly not processed and
 * to be sent later, or in doubt. One whose first sending is in doubt (`again`) is
 * never refused by what the service says of another one: that more was asked for
 * than is left is a witness that the first is there, anything else is none.
 */
export function afterFailure(
  error: unknown,
  {
    now,
    timeZone,
    again = false,
  }: { now: number; timeZone: string; again?: boolean }
): AfterFailure {
  const last_error = messageOf(error)
  if (error instanceof RateLimitError) {
    return later(error.retryAfterSeconds * 1_000)
  }
  if (error instanceof UnavailableError && error.neverSent) {
    return later(RETRY_MS)
  }
  if (error instanceof CredentialsError || error instanceof SignatureError) {
    return later(KEYS_RETRY_MS)
  }
  if (error instanceof RuleError && error.detail === SAME_DAY) {
    return later(nextTen(now, timeZone) - now)
  }
  const next_check_at = new Date(now + DOUBT_MS)
  if (error instanceof RuleError && again) {
    return isForRemainder(error)
      ? {
          ...{ event: "unanswered", last_error, next_check_at },
          remainder_refused_at: new Date(now),
        }
      : {
          ...{ event: "unanswered", last_error, next_check_at: null },
          held_reason: `It is not known whether this refund request arrived, and sent once more it is refused, which tells nothing of the first: ${error.message.replace(/\.$/, "")}. Ask the service's support whether the first one exists, and end the doubt.`,
        }
  }
  if (error instanceof RuleError) {
    const finished_at = new Date(now)
    return {
      ...{ event: "refused", last_error, finished_at, next_check_at: null },
      ...(isForRemainder(error) ? { remainder_refused_at: finished_at } : {}),
    }
  }
  return { event: "unanswered", last_error, next_check_at }

  function later(ms: number): AfterFailure {
    const send_after = new Date(now + ms)
    return { event: "unsent", last_error, send_after, next_check_at: null }
  }
}

/**
 * The next 10:00, also today's: the service's day of purchase may end later than the
 * store's, which has asked for it after its own.
 */
function nextTen(now: number, timeZone: string): number {
  const today = dayOf(now, timeZone)
  const ten = momentOf(today, 10, timeZone)
  return ten > now ? ten : momentOf(today + 1, 10, timeZone)
}

/** Its text is not specified: what the other rules' texts are not. */
function isForRemainder({ status, detail }: RuleError): boolean {
  return status === 422 && detail !== SAME_DAY && detail !== TOO_LATE
}
