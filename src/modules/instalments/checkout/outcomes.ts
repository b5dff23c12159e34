import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { CheckoutRow } from "../ledger/rows"
import { CONFIRMED_AFTER_MS } from "../domain/pauses"
import { UNCONFIRMED_SQL } from "./state"
import { changed, rowOf } from "./transition"

/**
 * What becomes of a paid checkout: placed, returned or held. Each write answers the
 * row as it is then, or null when it was in no state that the event may leave.
 * Amounts are integer cents.
 */
export class CheckoutOutcomes {
  constructor(private readonly db: Knex) {}

  /**
   * Paid, and settling was not tried: due later, so that others are tried
   * first.
   */
  postponed(id: string, next_check_at: Date) {
    return changed(this.db, "attempted", id, { next_check_at })
  }

  /**
   * Written before each attempt to settle, so that an attempt that was killed
   * is repeated. Null also when it was attempted since the row was read.
   */
  attempted(
    { id, settle_attempts }: Pick<CheckoutRow, "id" | "settle_attempts">,
    { next_check_at }: { next_check_at: Date }
  ) {
    return changed(
      this.db,
      "attempted",
      id,
      { settle_attempts: settle_attempts + 1, next_check_at },
      (row) => row.where({ settle_attempts })
    )
  }

  /** An attempt failed; `isRefusal` when Medusa refused it. */
  notPlaced(
    id: string,
    { last_error, isRefusal }: { last_error: string; isRefusal: boolean }
  ) {
    return changed(this.db, "attempted", id, {
      last_error,
      ...(isRefusal ? { refusals: this.db.raw("refusals + 1") } : {}),
    })
  }

  /** Order and payment were read back. */
  placed(
    id: string,
    order: { order_id: string; order_amount: number | null; now: Date }
  ) {
    const { now, ...known } = order
    return changed(this.db, "placed", id, {
      ...known,
      ...this.settled("placed", now),
      held_reason: null,
      held_kind: null,
      last_error: null,
    })
  }

  /** Refund requests for all of it are filed, in the same transaction. */
  returned(id: string, { reason, now }: { reason: string | null; now: Date }) {
    return changed(this.db, "returned", id, {
      ...this.settled("returned", now),
      ...(reason === null ? {} : { held_reason: reason }),
    })
  }

  /** It has no order and is not returned: a person decides. */
  held(
    id: string,
    why: {
      kind: "no_order" | "amount_differs"
      reason: string
      paid_amount?: number
      now: Date
    }
  ) {
    return changed(this.db, "held", id, {
      ...this.settled("held", why.now),
      held_kind: why.kind,
      held_reason: why.reason,
      ...(why.paid_amount === undefined
        ? {}
        : { paid_amount: why.paid_amount }),
    })
  }

  /** It was to go back, and not all of it does: a person decides. */
  notReturned(id: string, { reason, now }: { reason: string; now: Date }) {
    return changed(this.db, "notReturned", id, {
      ...this.settled("held", now),
      held_kind: "return_failed",
      held_reason: reason,
    })
  }

  /** A person asked to place it: it is due at once and tried once. */
  reopened(id: string, now: Date) {
    return changed(this.db, "reopened", id, {
      outcome: "open",
      outcome_at: null,
      by_hand: true,
      next_check_at: now,
    })
  }

  /** What was paid for a checkout that is held because of its amount, or placed. */
  async holds(id: string, paid_amount: number | undefined): Promise<void> {
    if (paid_amount === undefined) {
      return
    }
    await rowOf(this.db, id)
      .where((one) =>
        one
          .where({ outcome: "placed" })
          .orWhere({ outcome: "held", held_kind: "amount_differs" })
      )
      .whereRaw("coalesce(paid_amount, amount) <> ?", [paid_amount])
      .update({ paid_amount })
  }

  /**
   * No job checks a settled checkout that the service calls successful. That an order
   * was placed for what only a callback told is confirmed once.
   */
  private settled(outcome: "placed" | "returned" | "held", outcome_at: Date) {
    const next_check_at = this.db.raw(
      `case when contradiction is not null then next_check_at
        when ? = 'placed' and ${UNCONFIRMED_SQL} then ?::timestamptz end`,
      [outcome, new Date(outcome_at.getTime() + CONFIRMED_AFTER_MS)]
    )
    return { outcome, outcome_at, next_check_at, poll_requested_at: null }
  }
}
