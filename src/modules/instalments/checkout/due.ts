import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { CALLBACK_COMES_MS } from "../domain/pauses"
import { THRESHOLDS } from "../health/list"
import { TABLES, type CheckoutRow } from "../ledger/rows"
import { onlyOwn, type StoreAddresses } from "./own"
import { CHECKED_SQL, ofTheSame, PENDING_SQL } from "./state"

/** More open checkouts than a cart or an order ever has. */
const LOOKED_AT = 20

/** A checkout that has its order. */
export type PlacedRow = CheckoutRow & { order_id: string }

/** Which checkouts have to be seen to, by the jobs and for a shopper. Reads only. */
export class DueCheckouts {
  constructor(
    private readonly db: Knex,
    private readonly options: StoreAddresses
  ) {}

  /** Paid ones that are not settled, those first that wait longest. */
  toSettle(now: number, limit: number): Promise<CheckoutRow[]> {
    return this.due(now)
      .where({ status: "successful", outcome: "open" })
      .orderBy("next_check_at")
      .limit(limit)
      .select<CheckoutRow[]>("*")
  }

  /**
   * Due checkouts whose id is known: first those that a shopper waits for, then
   * those planned at the youngest age. A lost callback shows at the first check; the
   * later ones are of pages that nobody paid, and they are most of all; those of placed
   * payments, which the list confirms too, come last. Shoppers
   * have a share of the limit, and may wait without end for pages that they never
   * pay: so one whose first check is late goes before them.
   */
  byId(now: number, limit: number): Promise<CheckoutRow[]> {
    const late = this.dueToAsk(now - THRESHOLDS.behind)
      .whereNotNull("checkout_id")
      .whereNull("status_updated_at")
      .whereNull("poll_requested_at")
      .orderBy("next_check_at")
      .limit(1)
      .select("id")
    return this.due(now)
      .whereRaw(CHECKED_SQL)
      .whereNotNull("checkout_id")
      .orderByRaw(
        `id is not distinct from (?) desc,
         poll_requested_at nulls last, status is not distinct from 'successful',
         next_check_at - opened_at, opened_at`,
        [late]
      )
      .limit(limit)
      .select<CheckoutRow[]>("*")
  }

  /**
   * The checkouts of a cart, or for what an order owes and of the cart that it came of,
   * that may be paid in another tab with the callback lost, in the order in which they
   * are asked about, as the service takes few requests: the newest that was never asked
   * about, else the one that was asked about longest ago. Nobody has paid one that was
   * just opened. Which of them rest, as they were asked about a moment ago, is the caller's.
   */
  mayBePaid(
    {
      source_cart_id,
      ...of
    }: Pick<CheckoutRow, "cart_id" | "order_id"> & {
      source_cart_id?: string | null
    },
    now: number
  ): Promise<CheckoutRow[]> {
    return this.db<CheckoutRow>(TABLES.checkout)
      .where((one) => {
        void one.where(ofTheSame(of))
        if (source_cart_id) {
          void one.orWhere({ cart_id: source_cart_id })
        }
      })
      .where("opened_at", "<=", new Date(now - CALLBACK_COMES_MS))
      .whereNotNull("checkout_id")
      .whereNull("deleted_at")
      .whereRaw(
        `((outcome = 'open' and ${PENDING_SQL})
          or (status = 'cancelled' and poll_requested_at is not null))`
      )
      .orderByRaw("last_checked_at nulls first, opened_at desc")
      .limit(LOOKED_AT)
      .select<CheckoutRow[]>("*")
  }

  /**
   * The number of checkouts that a shopper waits for and that a limit left
   * unchecked.
   */
  async countWanted(now: number): Promise<number> {
    const [counted] = await this.dueToAsk(now)
      .whereNotNull("poll_requested_at")
      .count<{ count: string }[]>("* as count")
    return Number(counted?.count ?? 0)
  }

  /** How many are due now, and when the oldest was opened. */
  async all(now: number) {
    const [due] = await this.dueToAsk(now)
      .min("opened_at as oldest")
      .count("* as count")
      .select(
        this.db.raw(
          `min(opened_at) filter (where checkout_id is null) as "oldestWithoutId"`
        )
      )
    const { oldest, count, oldestWithoutId } = due as unknown as {
      oldest: Date | null
      count: string
      oldestWithoutId: Date | null
    }
    return { oldest, count: Number(count), oldestWithoutId }
  }

  /** Whether at most this many checkouts were opened since a moment. */
  async isWithin(count: number, since: Date): Promise<boolean> {
    // Not `count(*)`: one old checkout would make it read the whole ledger.
    const [beyond] = await this.db(TABLES.checkout)
      .where("opened_at", ">=", since)
      .whereNull("deleted_at")
      .orderBy("opened_at", "desc")
      .offset(count)
      .limit(1)
      .select("id")
    return beyond === undefined
  }

  /** What was placed in that time, those first that were placed first. */
  placedBetween(from: Date, to: Date, limit: number): Promise<PlacedRow[]> {
    return this.db<PlacedRow>(TABLES.checkout)
      .whereRaw("status = 'successful' and outcome = 'placed'")
      .whereBetween("outcome_at", [from, to])
      .whereNull("deleted_at")
      .whereNotNull("order_id")
      .orderBy("outcome_at")
      .limit(limit)
      .select<PlacedRow[]>("*")
  }

  /** What may be paid, as the service can tell: its list is of no use to the others. */
  private dueToAsk(now: number) {
    return this.due(now)
      .whereRaw("status is distinct from 'successful'")
      .whereNull("unknown_at")
  }

  private due(now: number) {
    return this.db<CheckoutRow>(TABLES.checkout)
      .where("next_check_at", "<=", new Date(now))
      .whereNull("deleted_at")
      .modify(onlyOwn(this.options))
  }
}
