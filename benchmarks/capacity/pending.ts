import { nextCheck } from "../../src/modules/instalments/domain/pauses"

const MINUTE = 60_000
/** `reconcile.firstLookAfter` unless a store sets it, in minutes. */
export const FIRST_LOOK = 60
/** Less than this is nothing: amounts are means and no whole numbers. */
export const NOTHING = 1e-6
const BLOCK = 128

/**
 * The checkouts by the minute in which they were opened, and when each has to be
 * looked at. They are counted in means: at 10 orders a minute and one lost callback
 * in a thousand, a minute has a hundredth of a lost one.
 */
export class Pending {
  now = -1
  /** How many were opened until now. */
  opened = 0
  /** How many are due by their age. */
  due = 0
  /** Lost payments that a shopper waits for: due at once. */
  wantedNow = 0
  /** How long lost payments waited for a look in minutes: so many of each. */
  readonly waits: number[] = []

  private readonly upTo: Float64Array
  /** Not paid, and due. */
  private readonly unpaid: Float64Array
  /** Paid without a callback: before their first look, and due. */
  private readonly lost: Float64Array
  private readonly lostDue: Float64Array
  private readonly wanted: Float64Array
  private readonly dueSince: Float64Array
  /** So many minutes of a block have some that are due. */
  private readonly blocks: Int32Array
  private readonly planned: (readonly [minute: number, unpaid: number])[][]
  /** What became due in which minute. */
  private readonly queue: (readonly [minute: number, since: number])[] = []
  /** The first of them that may still be due. */
  private queued = 0
  private firstWanted = 0
  /** The minutes whose first look is due, in order. */
  private readonly firstLooks: number[] = []
  private firstLooked = 0

  /** `paysAfter`: the minutes from an opening to its payment. */
  constructor(
    minutes: number,
    private readonly paysAfter: number
  ) {
    const column = () => new Float64Array(minutes)
    this.upTo = column()
    this.unpaid = column()
    this.lost = column()
    this.lostDue = column()
    this.wanted = column()
    this.dueSince = column()
    this.blocks = new Int32Array(Math.ceil(minutes / BLOCK))
    this.planned = Array.from({ length: minutes }, () => [])
  }

  /** The next minute: so many are opened, and what was planned becomes due. */
  open(opened: number) {
    const now = ++this.now
    this.opened += opened
    this.upTo[now] = this.opened
    for (const [minute, unpaid] of this.planned[now]!) {
      this.becomesDue(minute, unpaid)
    }
  }

  /** So many of a minute's checkouts have to be looked at in a later minute. */
  plan(minute: number, at: number, unpaid: number) {
    this.planned[at]?.push([minute, unpaid])
  }

  /** So many of a minute's were paid now without a callback. */
  lose(minute: number, { wanted, quiet }: { wanted: number; quiet: number }) {
    this.firstWanted = Math.min(this.firstWanted, minute)
    this.wanted[minute]! += wanted
    this.wantedNow += wanted
    this.lost[minute]! += quiet
    this.plan(minute, minute + FIRST_LOOK, 0)
  }

  /**
   * Looks at a share of a minute's checkouts: `all` of them, or those that are
   * due, or that a shopper waits for. Payments are found; the others are planned
   * as the reconcile job plans them.
   */
  look(minute: number, share: number, which: "all" | "due" | "wanted") {
    const { now } = this
    const take = (column: Float64Array) => {
      const all = column[minute]!
      const taken = all * share
      column[minute] = all - taken < NOTHING * all ? 0 : all - taken
      return taken
    }
    if (which !== "due") {
      const wanted = take(this.wanted)
      this.wantedNow -= wanted
      this.found(now - minute - this.paysAfter, wanted)
    }
    if (which === "all") {
      this.found(0, take(this.lost))
    }
    if (which === "wanted" || this.dueOf(minute) === 0) {
      return
    }
    const lost = take(this.lostDue)
    const unpaid = take(this.unpaid)
    this.found(now - minute - FIRST_LOOK, lost)
    this.due -= lost + unpaid
    if (unpaid > 0) {
      const row = { opened_at: new Date(minute * MINUTE), outcome: "open" }
      const next = nextCheck(row, now * MINUTE)
      if (next !== "over") {
        this.plan(minute, Math.ceil(next.getTime() / MINUTE), unpaid)
      }
    }
    if (this.dueOf(minute) === 0) {
      this.blocks[Math.floor(minute / BLOCK)]! -= 1
    }
  }

  /** How many of a minute's checkouts are due by their age. */
  dueOf(minute: number): number {
    return this.unpaid[minute]! + this.lostDue[minute]!
  }

  wantedOf(minute: number): number {
    return this.wanted[minute]!
  }

  /** The minute that the job fetches next: those at their first look, then the oldest. */
  nextDue(): number | null {
    for (; this.firstLooked < this.firstLooks.length; this.firstLooked++) {
      const minute = this.firstLooks[this.firstLooked]!
      if (this.dueOf(minute) > 0) {
        return minute
      }
    }
    return this.oldestDue()
  }

  /** The oldest minute of which some are due. */
  oldestDue(): number | null {
    const from = this.blocks.findIndex((due) => due > 0) * BLOCK
    for (let minute = from; from >= 0 && minute < from + BLOCK; minute++) {
      if (this.dueOf(minute) > 0) {
        return minute
      }
    }
    return null
  }

  /** The oldest minute of which a shopper waits for some. */
  oldestWanted(): number | null {
    while (this.wanted[this.firstWanted] === 0 && this.firstWanted < this.now) {
      this.firstWanted++
    }
    return this.wantedNow > NOTHING ? this.firstWanted : null
  }

  /** Whether one is due for longer than `most` minutes and half of its age then. */
  isBehind(most: number): boolean {
    const { now } = this
    const wanted = this.oldestWanted()
    if (wanted !== null && now - wanted - this.paysAfter > most) {
      return true
    }
    let areOver = true
    for (let at = this.queued; at < this.queue.length; at++) {
      const [minute, since] = this.queue[at]!
      const isDue = this.dueOf(minute) > 0 && this.dueSince[minute] === since
      if (isDue && now - since > Math.max(most, (since - minute) / 2)) {
        return true
      }
      areOver &&= !isDue
      this.queued += areOver ? 1 : 0
    }
    return false
  }

  /** How many were opened before a minute. */
  before(minute: number): number {
    return minute > 0 ? this.upTo[minute - 1]! : 0
  }

  /** In which minute the nth one was opened. */
  minuteOf(nth: number): number {
    let [low, high] = [0, this.now]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.upTo[middle]! < nth) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }

  private becomesDue(minute: number, unpaid: number) {
    const isFirst = this.dueOf(minute) === 0
    const lost = this.now >= minute + FIRST_LOOK ? this.lost[minute]! : 0
    this.unpaid[minute]! += unpaid
    this.lostDue[minute]! += lost
    this.lost[minute]! -= lost
    this.due += unpaid + lost
    if (this.now === minute + FIRST_LOOK) {
      this.firstLooks.push(minute)
    }
    if (isFirst && unpaid + lost > 0) {
      this.blocks[Math.floor(minute / BLOCK)]! += 1
      this.dueSince[minute] = this.now
      this.queue.push([minute, this.now])
    }
  }

  private found(waited: number, payments: number) {
    if (payments > 0) {
      this.waits[waited] = (this.waits[waited] ?? 0) + payments
    }
  }
}
