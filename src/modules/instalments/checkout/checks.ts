import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { isStill, type CheckoutRow } from "../ledger/rows"
import { CHECKED_SQL } from "./state"
import { rowOf } from "./transition"

/**
 * When a checkout is checked with the service: its pause between two checks, that a
 * shopper waits for one, and when background work makes the next.
 */
export class CheckoutChecks {
  constructor(private readonly db: Knex) {}

  /**
   * Reserves the next check of a checkout; null when it was checked after
   * `restedAt`. `giveBackAsk` undoes it when nothing was sent.
   */
  async takeAsk(
    { id, check_count }: Pick<CheckoutRow, "id" | "check_count">,
    { now, restedAt }: { now: Date; restedAt: Date }
  ): Promise<CheckoutRow | null> {
    const [row] = await rowOf(this.db, id)
      .where({ check_count })
      .where((one) =>
        one
          .whereNull("last_checked_at")
          .orWhere("last_checked_at", "<=", restedAt)
      )
      .update({ last_checked_at: now, check_count: check_count + 1 })
      .returning<CheckoutRow[]>("*")
    return row ?? null
  }

  /** Nothing was sent: undoes the reservation. */
  async giveBackAsk({
    id,
    check_count,
    last_checked_at,
  }: Pick<
    CheckoutRow,
    "id" | "check_count" | "last_checked_at"
  >): Promise<void> {
    await rowOf(this.db, id)
      .where({ check_count: check_count + 1 })
      .update({ check_count, last_checked_at })
  }

  /** The service has told its status when it was asked at `now`. */
  async heard(id: string, now: Date): Promise<CheckoutRow | null> {
    const [row] = await rowOf(this.db, id)
      .update({
        status_updated_at: now,
        unknown_at: null,
        // What was wanted since is no answer to what was asked before.
        poll_requested_at: this.db.raw(
          "case when poll_requested_at > ? then poll_requested_at end",
          [now]
        ),
      })
      .returning<CheckoutRow[]>("*")
    return row ?? null
  }

  /**
   * A shopper waits, and the limit allows no request: the job checks it next.
   */
  async wanted(id: string, now: Date): Promise<void> {
    await this.unpaid(id)
      .where({ outcome: "open" })
      .update({
        poll_requested_at: this.db.raw("coalesce(poll_requested_at, ?)", [now]),
        next_check_at: this.db.raw("least(next_check_at, ?)", [now]),
      })
  }

  /**
   * A callback contradicts its cancellation or the row: the job checks it next, and what
   * depends on the answer waits for it; see `isUnconfirmed`. What was asked before this
   * callback answers an earlier one at most.
   */
  async unconfirmed(id: string, now: Date): Promise<void> {
    await this.unpaid(id).update({ poll_requested_at: now, next_check_at: now })
  }

  /**
   * Sets when background work checks it next, unless it was paid and nothing
   * contradicts that, or the time was changed since the row was read: a callback may
   * have asked for a check at once. Nobody waits for a checkout that is checked no
   * more, or `givenUp`.
   */
  async checkAgain(
    { id, next_check_at }: Pick<CheckoutRow, "id" | "next_check_at">,
    next: Date | null,
    { givenUp = next === null } = {}
  ): Promise<void> {
    await rowOf(this.db, id)
      .whereRaw(CHECKED_SQL)
      .whereRaw(isStill("next_check_at"), [next_check_at])
      .update({
        next_check_at: next,
        ...(givenUp && { poll_requested_at: null }),
      })
  }

  private unpaid(id: string) {
    return rowOf(this.db, id).whereRaw("status is distinct from 'successful'")
  }
}
