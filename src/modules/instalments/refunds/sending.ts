import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { refuseOthers } from "../checkout/own"
import type { InstalmentsClient } from "../client/client"
import { RateLimitError, UnavailableError } from "../client/errors"
import { TABLES, type RefundRequestRow } from "../ledger/rows"
import { Settings } from "../ledger/settings"
import { ENDPOINTS, type Urgency } from "../limits/endpoints"
import type { RequestLimits } from "../limits/request-limits"
import type { InstalmentsOptions } from "../options/parse-options"
import { asAttributes, messageOf, refundReferences } from "../telemetry/log"
import { traced } from "../telemetry/tracing"
import { afterFailure } from "./after-failure"
import { lockedCheckout } from "./filing"
import { sendable } from "./due"
import { serviceAmount } from "./state"
import { RefundStore } from "./store"
import { ofSending } from "./transition"

/** The first look at a refund request that the service has accepted. */
const FIRST_LOOK_MS = 60_000
const SLOT_POLL_MS = 100
/**
 * No sending waits longer for the limit, and one that has is answered before others
 * call it lost (`RefundStore.lost`).
 */
const STOPPED_MS = 90_000
const ENDPOINT = "POST /api/refunds"

/**
 * How long the sending may wait for the rate limit, in milliseconds, and whose
 * share of it is used: a merchant's who has just asked, or the job's.
 */
export type MaxWait = { maxWaitMs: number; urgency: Urgency }

/** A refund request that is to be sent now. */
type ClaimedRefund = RefundRequestRow & { checkout_id: string }

/** The sending of refund requests: one claim at a time of each checkout. */
export class RefundSending {
  private readonly store: RefundStore

  constructor(
    private readonly db: Knex,
    private readonly service: {
      client: InstalmentsClient
      limits: RequestLimits
      options: InstalmentsOptions
    },
    private readonly now: () => number
  ) {
    this.store = new RefundStore(db)
  }

  /**
   * Sends a refund request that is due, once: written as `sending` before, and
   * what came of it after. Waits at most `maxWaitMs` for the rate limit. Answers
   * the row as it is then; null when it has to wait its turn, or others have
   * decided meanwhile.
   */
  async send(
    row: RefundRequestRow,
    maxWait: MaxWait
  ): Promise<RefundRequestRow | null> {
    const claimed = await this.claim(row)
    if (!claimed) {
      return null
    }
    return traced(
      "instalments.refund.send",
      asAttributes(refundReferences(claimed)),
      async (span) => {
        const after = await this.ask(claimed, maxWait)
        span.setAttributes({
          ...asAttributes(refundReferences(after ?? claimed)),
          "instalments.refund.status": after?.status,
        })
        return after
      }
    )
  }

  /**
   * Takes a refund request for sending, if it is due, refunds are not paused, and no
   * other of its checkout is on its way or in doubt: written before the request is sent.
   * Null when it has to wait, also for the service's id of a checkout whose creation's answer
   * was lost: that is asked of a person.
   *
   * @throws MedusaError (not allowed) when the checkout is another store's.
   */
  private async claim(row: RefundRequestRow): Promise<ClaimedRefund | null> {
    const { id, reference } = row
    const now = new Date(this.now())
    return this.db.transaction(async (trx) => {
      const { refunds } = await new Settings(trx, this.service.options).read()
      if (refunds === "paused") {
        return null
      }
      const checkout = await lockedCheckout(trx, reference)
      if (!(await sendable(trx).where({ id }).first("id"))) {
        return null
      }
      if (checkout) {
        refuseOthers(checkout, this.service.options)
      }
      const checkout_id = checkout?.checkout_id
      const claimed =
        checkout_id &&
        (await new RefundStore(trx).claimed(row, now, checkout_id))
      return claimed ? { ...claimed, checkout_id } : null
    })
  }

  private async ask(
    claimed: ClaimedRefund,
    maxWait: MaxWait
  ): Promise<RefundRequestRow | null> {
    const { checkout_id, amount } = claimed
    const { client, options } = this.service
    let created: Awaited<ReturnType<InstalmentsClient["createRefund"]>>
    try {
      created = await this.withinLimit(maxWait, async () => {
        await this.refuseLate(claimed)
        return client.createRefund({ checkout_id, amount }, maxWait.urgency)
      })
    } catch (error) {
      const { timeZone } = options
      const now = this.now()
      const again = claimed.doubted_at !== null
      const after = afterFailure(error, { now, timeZone, again })
      return this.store.failedToSend(claimed, after)
    }
    const { id: refund_request_id, status: word } = created
    const other = await this.rows()
      .where({ refund_request_id })
      .whereNot({ id: claimed.id })
      .first("id")
    if (other) {
      const held_reason = `The service accepted this refund as ${refund_request_id}, which is another refund request in the ledger (${other.id}): it may have only one of the two. Ask its support which, and end the doubt.`
      const held = { next_check_at: null, held_reason }
      const failed = await this.store.failedToSend(claimed, {
        event: "unanswered",
        ...held,
      })
      // By then it may have been called lost.
      return failed ?? this.store.doubted(claimed, { check_count: 0, ...held })
    }
    const next_check_at = new Date(this.now() + FIRST_LOOK_MS)
    const service_amount = serviceAmount(claimed, created)
    const answer = { refund_request_id, word, next_check_at, service_amount }
    const answered = await this.store.answered(claimed, answer)
    if (!answered) {
      await this.store.acceptedLate(claimed, answer)
    }
    return answered
  }

  /**
   * What was decided while it waited for the limit counts: others may have found that
   * the service lacks it, and sent it again, or that the service has accepted an earlier
   * sending of it. A process that was stopped since it took it sends it no more.
   *
   * @throws UnavailableError: nothing was sent.
   */
  private async refuseLate(claimed: ClaimedRefund): Promise<void> {
    const { id } = claimed
    const still = this.rows().where({
      id,
      status: "sending",
      superseded_by: null,
    })
    const isStill = await ofSending(claimed)(still)
      .first("id")
      .catch((error: unknown) => {
        throw new UnavailableError(messageOf(error), true)
      })
    if (!isStill) {
      throw new UnavailableError("It was decided otherwise meanwhile.", true)
    }
    if (this.now() - Number(claimed.sent_at) > STOPPED_MS) {
      const why = "The process stopped before it sent the request."
      throw new UnavailableError(why, true)
    }
  }

  private rows() {
    return this.db<RefundRequestRow>(TABLES.refundRequest).whereNull(
      "deleted_at"
    )
  }

  /** Tries again while only our own count of the rate limit says no. */
  private async withinLimit<T>(
    { maxWaitMs, urgency }: MaxWait,
    send: () => Promise<T>
  ): Promise<T> {
    const { limits } = this.service
    const { stopwatch } = limits
    const until = stopwatch.elapsed() + maxWaitMs
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
}
