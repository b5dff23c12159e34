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
    { id, asks }: Pick<CheckoutRow, "id" | "asks">,
    { now, restedAt }: { now: Date; restedAt: Date }
  ): Promise<CheckoutRow | null> {
    const [row] = await rowOf(this.db, id)
      .where({ asks })
      .where((one) =>
        one.whereNull("asked_at").orWhere("asked_at", "<=", restedAt)
      )
      .update({ asked_at: now, asks: asks + 1 })
      .returning<CheckoutRow[]>("*")
    return row ?? null
  }

  /** Nothing was sent: undoes the reservation. */
  async giveBackAsk({
    id,
    asks,
    asked_at,
  }: Pick<CheckoutRow, "id" | "asks" | "asked_at">): Promise<void> {
    await rowOf(this.db, id)
      .where({ asks: asks + 1 })
      .update({ asks, asked_at })
  }

  /** The service has told its status when it was asked at `now`. */
  async heard(id: string, now: Date): Promise<CheckoutRow | null> {
    const [row] = await rowOf(this.db, id)
      .update({
        heard_at: now,
        unknown_at: null,
        // What was wanted since is no answer to what was asked before.
        wanted_at: this.db.raw("case when wanted_at > ? then wanted_at end", [
          now,
        ]),
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
        wanted_at: this.db.raw("coalesce(wanted_at, ?)", [now]),
        look_after: this.db.raw("least(look_after, ?)", [now]),
      })
  }

  /**
   * A callback contradicts its cancellation: the job checks it next, and what depends
   * on the answer waits for it; see `isUnconfirmed`. What was asked before this
   * callback answers an earlier one at most.
   */
  async unconfirmed(id: string, now: Date): Promise<void> {
    await this.unpaid(id).update({ wanted_at: now, look_after: now })
  }

  /**
   * Sets when background work checks it next, unless it was paid and nothing
   * contradicts that, or the time was changed since the row was read: a callback may
   * have asked for a check at once. Nobody waits for a checkout that is checked no
   * more, or `givenUp`.
   */
  async checkAgain(
    { id, look_after }: Pick<CheckoutRow, "id" | "look_after">,
    next: Date | null,
    { givenUp = next === null } = {}
  ): Promise<void> {
    await rowOf(this.db, id)
      .whereRaw(CHECKED_SQL)
      .whereRaw(isStill("look_after"), [look_after])
      .update({ look_after: next, ...(givenUp && { wanted_at: null }) })
  }

  private unpaid(id: string) {
    return rowOf(this.db, id).whereRaw("status is distinct from 'successful'")
  }
}
