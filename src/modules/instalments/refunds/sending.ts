import { RateLimitError } from "../client/errors"
import type { RefundRequestRow } from "../ledger/rows"
import { ENDPOINTS, type Urgency } from "../limits/endpoints"
import type { InstalmentsModuleService } from "../service"
import { countRefundRequest } from "../telemetry/metrics"
import { asAttributes, refundReferences } from "../telemetry/log"
import { traced } from "../telemetry/tracing"
import { afterFailure } from "./after-failure"
import { claimRefund, type ClaimedRefund } from "./claim-refund"

/** The first look at a refund request that the service has accepted. */
const FIRST_LOOK_MS = 60_000
const SLOT_POLL_MS = 100
const ENDPOINT = "POST /api/refunds"

/**
 * How long the sending may wait for the rate limit, in milliseconds, and whose
 * share of it is used: a merchant's who has just asked, or the job's.
 */
export type Patience = { patienceMs: number; urgency: Urgency }

/**
 * Sends a refund request that is due, once: written as `sending` before, and
 * what came of it after. Waits at most `patienceMs` for the rate limit; answers
 * the row as it is then, `scheduled` when it has to wait its turn.
 */
export async function sendRefund(
  ledger: InstalmentsModuleService,
  row: RefundRequestRow,
  patience: Patience
): Promise<RefundRequestRow> {
  const claimed = await claimRefund(ledger.db, row, new Date(ledger.now()))
  if (!claimed) {
    return ledger.retrieveRefundRequest(row.id)
  }
  return traced(
    "instalments.refund.send",
    asAttributes(refundReferences(claimed)),
    async (span) => {
      const written = await send(ledger, claimed, patience)
      // Null: others have decided meanwhile, and have counted it.
      const after = written ?? (await ledger.retrieveRefundRequest(row.id))
      if (written) {
        countRefundRequest(row, written)
      }
      span.setAttributes({
        ...asAttributes(refundReferences(after)),
        "instalments.refund.status": after.status,
      })
      return after
    }
  )
}

async function send(
  ledger: InstalmentsModuleService,
  claimed: ClaimedRefund,
  patience: Patience
): Promise<RefundRequestRow | null> {
  const { checkout_id, amount } = claimed
  const { urgency } = patience
  try {
    const created = await patiently(ledger, patience, () =>
      ledger.client.createRefund({ checkout_id, amount }, urgency)
    )
    const answer = {
      refund_request_id: created.id,
      word: created.status,
      look_after: new Date(ledger.now() + FIRST_LOOK_MS),
    }
    const answered = await ledger.refunds.answered(claimed, answer)
    if (!answered) {
      await ledger.refunds.acceptedLate(claimed, answer)
    }
    return answered
  } catch (error) {
    const { timeZone } = ledger.options
    const now = ledger.now()
    const again = claimed.doubted_at !== null
    const after = afterFailure(error, { now, timeZone, again })
    return ledger.refunds.failedToSend(claimed, after)
  }
}

/** Tries again while only our own count of the rate limit says no. */
async function patiently<T>(
  { limits }: InstalmentsModuleService,
  { patienceMs, urgency }: Patience,
  send: () => Promise<T>
): Promise<T> {
  const { stopwatch } = limits
  const until = stopwatch.elapsed() + patienceMs
  for (;;) {
    try {
      return await send()
    } catch (error) {
      const ours = error instanceof RateLimitError && error.nothingSent
      if (!ours || stopwatch.elapsed() + SLOT_POLL_MS > until) {
        throw error
      }
    }
    const waitMs = await limits.wait(ENDPOINT, urgency)
    // Longer than the window: one is on its way, and may be over at any moment.
    const soon = waitMs <= ENDPOINTS[ENDPOINT].windowMs + 1
    await stopwatch.pause(soon ? waitMs : SLOT_POLL_MS)
  }
}
