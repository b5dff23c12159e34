import {
  CredentialsError,
  RateLimitError,
  RuleError,
  SignatureError,
  UnavailableError,
} from "../client/errors"
import { dayOf, momentOf } from "../domain/calendar"
import type { RefundRequestRow } from "../ledger/rows"
import { messageOf } from "../message-of"

const SAME_DAY = "Order can't be refunded on the day of purchase."
const RETRY_MS = 60_000
const KEYS_RETRY_MS = 10 * 60_000
/** When the list of refund requests is first asked about a lost answer. */
const DOUBT_MS = 60_000

/** What a failed sending leaves in the refund request's row. */
export type AfterFailure = {
  status: "scheduled" | "refused" | "in_doubt"
} & Pick<RefundRequestRow, "last_error" | "look_after"> &
  Partial<Pick<RefundRequestRow, "send_after" | "finished_at">>

/**
 * What a failed sending means: certainly refused, certainly not processed and
 * to be sent later, or in doubt.
 */
export function afterFailure(
  error: unknown,
  { now, timeZone }: { now: number; timeZone: string }
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
    return later(momentOf(dayOf(now, timeZone) + 1, 10, timeZone) - now)
  }
  if (error instanceof RuleError) {
    const finished_at = new Date(now)
    return { status: "refused", last_error, finished_at, look_after: null }
  }
  const look_after = new Date(now + DOUBT_MS)
  return { status: "in_doubt", last_error, look_after }

  function later(ms: number): AfterFailure {
    const send_after = new Date(now + ms)
    return { status: "scheduled", last_error, send_after, look_after: null }
  }
}
