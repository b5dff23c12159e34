import { setImmediate } from "node:timers/promises"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { countDuplicates, type Arrived } from "./count-duplicates"
import type { ReturningShopper } from "./rows"

/** One statement for everything that came before it was sent. */
type Turn = Arrived & { shoppers: Promise<Map<string, ReturningShopper>> }

/** A row is written within milliseconds: what takes this long is broken. */
const PATIENCE_MS = 5_000

/**
 * Counts callbacks that came before. While a statement is under way, those that
 * come wait for the next one, which counts them all: a flood of them takes one
 * of the database's connections from the shoppers, not every one.
 */
export class DuplicateCounter {
  private last: Promise<unknown> = Promise.resolve()
  private next: Turn | null = null

  constructor(
    private readonly db: Knex,
    private readonly patienceMs = PATIENCE_MS
  ) {}

  /**
   * Counts one delivery and answers, once that is written, where its shopper
   * goes; null when the callback has to be recorded.
   *
   * @throws when the database fails or does not answer in time.
   */
  async count(digest: string, now: Date): Promise<ReturningShopper | null> {
    const turn = (this.next ??= this.begin(now))
    turn.deliveries.set(digest, (turn.deliveries.get(digest) ?? 0) + 1)
    turn.now = now
    return (await turn.shoppers).get(digest) ?? null
  }

  private begin(now: Date): Turn {
    const turn: Turn = {
      deliveries: new Map(),
      now,
      shoppers: this.last.then(() => this.send(turn)),
    }
    // Its error is for those who wait for it, not for the next turn.
    this.last = turn.shoppers.catch(() => null)
    return turn
  }

  private async send(turn: Turn) {
    // What else has reached this process by now goes with it.
    await setImmediate()
    this.next = null
    return countDuplicates(this.db, turn, this.patienceMs)
  }
}
