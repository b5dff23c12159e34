const MINUTE_MS = 60_000
/**
 * A page that waits reloads four times a minute, and several people may open
 * it.
 */
const OF_ONE_ORDER = 30
const OF_ALL = 600

/**
 * How often the pages of payment links may be asked for in a minute: of one
 * order, and in all. Each process counts for itself. That is enough to protect
 * the process and the database from a flood. Other places protect what costs
 * more, over all processes: the ledger opens one checkout for an amount that is
 * owed, and the service is asked within its limits. A token that is not ours is
 * refused before this, without a read.
 */
export class Visits {
  private minute = 0
  private all = 0
  private readonly byOrder = new Map<string, number>()

  /**
   * Counts a visit at `now` (milliseconds). Answers 0 when it is allowed, else
   * the seconds until the next one is.
   */
  take(orderId: string, now: number): number {
    const minute = Math.floor(now / MINUTE_MS)
    if (minute !== this.minute) {
      this.minute = minute
      this.all = 0
      this.byOrder.clear()
    }
    const visits = this.byOrder.get(orderId) ?? 0
    // Refused visits are not counted: one link cannot block all others.
    if (visits >= OF_ONE_ORDER || this.all >= OF_ALL) {
      return Math.ceil(((minute + 1) * MINUTE_MS - now) / 1_000)
    }
    this.all++
    this.byOrder.set(orderId, visits + 1)
    return 0
  }
}
